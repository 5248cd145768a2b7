import gfm from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';

const turndown = new TurndownService({ codeBlockStyle: 'fenced', bulletListMarker: '-' });
turndown.use(gfm.gfm);

const BASE64_IMAGE = /(!\[[^\]]*\])\(data:image\/[^)]*\)/g;

/** HTML as Markdown, with headings underlined as the service writes them. */
export function markdownOf(html: string, { removeBase64Images = true } = {}): string {
	const markdown = turndown.turndown(html).trim();
	return removeBase64Images
		? markdown.replace(BASE64_IMAGE, '$1(<Base64-Image-Removed>)')
		: markdown;
}

/** Text that is not HTML, such as a JSON file, as Markdown. */
export function fencedMarkdown(text: string, contentType: string): string {
	return /json/.test(contentType) ? `\`\`\`json\n${text}\n\`\`\`` : text;
}
