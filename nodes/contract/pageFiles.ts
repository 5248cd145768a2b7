import { isRecord } from './checks';

/** A file that the document of a page links to, or holds. */
export interface PageFile {
	/** Name of its binary property: its kind, with a number from the second of a kind on. */
	name: string;
	kind: keyof typeof FALLBACK_TYPES;
	/** An address, a `data:` URL, or base64. */
	source: string;
}

/** What files of each kind are where nothing else tells. */
export const FALLBACK_TYPES = {
	screenshot: 'image/png',
	pdf: 'application/pdf',
	audio: 'audio/mpeg',
	video: 'video/mp4',
};

/** The files of a page, those of its actions in their order (service, A2 and A4). */
export function pageFiles(document: Record<string, unknown>): PageFile[] {
	const { screenshot, audio, video } = document;
	const { screenshots, pdfs } = isRecord(document.actions) ? document.actions : {};
	const sources: Array<[PageFile['kind'], unknown]> = [
		['screenshot', [screenshot, screenshots]],
		['pdf', pdfs],
		['audio', audio],
		['video', video],
	];
	return sources.flatMap(([kind, values]) =>
		[values]
			.flat(2)
			.filter((source): source is string => typeof source === 'string' && source !== '')
			.map((source, index) => ({ name: index === 0 ? kind : `${kind}_${index}`, kind, source })),
	);
}

const EXTENSIONS: Record<string, string> = {
	'image/png': 'png',
	'image/jpeg': 'jpg',
	'image/webp': 'webp',
	'application/pdf': 'pdf',
	'audio/mpeg': 'mp3',
	'audio/mp4': 'm4a',
	'audio/webm': 'webm',
	'video/mp4': 'mp4',
	'video/webm': 'webm',
};

/** The type of a file, by what its server says unless that says nothing. */
export function fileTypeOf({ kind }: PageFile, contentType: unknown): string {
	const type = typeof contentType === 'string' ? (contentType.split(';')[0]?.trim() ?? '') : '';
	const saysNothing = !type.includes('/') || /^(binary|application)\/octet-stream$/i.test(type);
	return saysNothing ? FALLBACK_TYPES[kind] : type.toLowerCase();
}

/** The name of a file: that at the end of its address, else that of its property. */
export function fileNameOf({ name, source }: PageFile, type: string): string {
	const last = URL.canParse(source) ? (new URL(source).pathname.split('/').at(-1) ?? '') : '';
	if (/^[\w-][\w.-]{0,120}\.\w{2,5}$/.test(last)) return last;
	const extension = EXTENSIONS[type];
	return extension === undefined ? name : `${name}.${extension}`;
}
