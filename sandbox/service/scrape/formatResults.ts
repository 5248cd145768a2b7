import { ServiceError, unknownError } from '../http/serviceError.ts';
import { answerTo, BY_RULE, highlightsFor, summaryOf } from './answersByRule.ts';
import type { Content } from './content.ts';
import { allEnginesFailed } from './failures.ts';
import { jsonByRule } from './jsonByRule.ts';
import { redact } from './redaction.ts';
import { formatsOf, pdfParserOf, type Format, type ScrapeOptions } from './scrapeRequest.ts';
import { brandingOf, menuOf, productOf } from './structuredFormats.ts';
import type { TargetFile } from './targetFile.ts';

/** What the formats of a scrape are made from. */
export interface Material {
	file: TargetFile;
	content: Content;
	options: ScrapeOptions;
	/** Whether it has what only the hosted service has, such as a language model. */
	hosted: boolean;
}

export interface FormatResults {
	fields: Record<string, unknown>;
	warnings: string[];
}

/** The result of every format but those that need a browser or a memory. */
export function formatResults(material: Material): FormatResults {
	const { content, options, hosted } = material;
	const markdown = redact(content.markdown, options.redactPII);
	const results: FormatResults = { fields: {}, warnings: [] };
	for (const format of formatsOf(options))
		addFormat(results, format, {
			...material,
			content: { ...content, markdown: options.redactPII && !hosted ? '' : markdown },
		});
	const parser = pdfParserOf(options);
	if (content.pdfPages && parser?.pages)
		results.fields['pages'] = content.pdfPages.map((page, index) => ({
			pageNumber: index + 1,
			markdown: redact(page, options.redactPII),
		}));
	if (content.pdfPages && parser?.blocks) results.fields['blocks'] = blocksOf(content.pdfPages);
	if (options.onlyCleanContent && !hosted) throw unknownError(false);
	return { ...results, warnings: [...new Set(results.warnings)] };
}

function addFormat(results: FormatResults, format: Format, material: Material): void {
	const { fields } = results;
	const { content, file, hosted } = material;
	switch (format.type) {
		case 'markdown':
		case 'rawHtml':
		case 'links':
		case 'images':
			fields[format.type] = content[format.type];
			return;
		case 'html':
			fields['html'] = content.html();
			return;
		case 'rawBase64':
			fields['rawBase64'] = file.bytes.toString('base64');
			return;
		case 'attributes':
			fields['attributes'] = (format.selectors ?? []).map((wanted) => ({
				...wanted,
				values: content.attributes(wanted.selector, wanted.attribute),
			}));
			return;
		case 'audio':
		case 'video':
			fields[format.type] = mediaOf(content, format.type);
			return;
		case 'branding':
			if (!hosted) throw brandingNeedsBrowser();
			fields['branding'] = brandingOf(content);
			return;
		case 'product':
		case 'menu':
			addStructured(results, format.type, material);
			return;
		default:
			if (hosted) addByRule(results, format, content);
			else addWithoutModel(results, format, material);
	}
}

function addStructured(results: FormatResults, type: 'product' | 'menu', material: Material): void {
	const name = type === 'product' ? 'Product' : 'Menu';
	const { content, file, hosted } = material;
	const found = type === 'product' ? productOf(content, file.url) : menuOf(content, file.url);
	if (!hosted) results.warnings.push(`${name} format is not available (service not configured).`);
	else if (found === undefined) results.warnings.push(`No ${type} was found on this page.`);
	else results.fields[type] = found;
}

/** What a language model would answer. */
function addByRule({ fields, warnings }: FormatResults, format: Format, content: Content): void {
	const { markdown } = content;
	switch (format.type) {
		case 'json':
			fields['json'] = jsonByRule(format.schema, content);
			break;
		case 'question':
			fields['answer'] = answerTo(format.question ?? '', markdown);
			break;
		case 'query':
			fields['answer'] = answerTo(format.prompt ?? '', markdown);
			break;
		case 'highlights':
			fields['highlights'] = highlightsFor(format.query ?? '', markdown);
			break;
		case 'summary':
			fields['summary'] = summaryOf(markdown);
			break;
		default:
			return;
	}
	warnings.push(BY_RULE);
}

/** As recorded of the open server, which tells a bare `json` from one with options. */
function addWithoutModel(results: FormatResults, format: Format, { options }: Material): void {
	switch (format.type) {
		case 'json':
			if (!options.formats?.includes('json')) throw unknownError(false);
			results.fields['json'] = null;
			results.warnings.push('JSON extraction failed: OpenAI API key is missing.');
			return;
		case 'summary':
			throw unknownError(false);
		case 'question':
		case 'query':
		case 'highlights':
			results.warnings.push('Query generation failed after all models.');
	}
}

function mediaOf(content: Content, kind: 'audio' | 'video'): string {
	const [address] = content.media(kind);
	if (address === undefined) throw allEnginesFailed();
	return address;
}

function brandingNeedsBrowser(): ServiceError {
	return new ServiceError(500, 'Branding extraction requires Chrome CDP (fire-engine).', {
		code: 'SCRAPE_BRANDING_NOT_SUPPORTED',
	});
}

/** A block for each page: where its parts stand on the paper is not known here. */
function blocksOf(pages: string[]): unknown[] {
	return pages.map((content, index) => ({
		pageNumber: index + 1,
		width: 612,
		height: 792,
		status: 'partial',
		items: [{ id: `${index + 1}-1`, type: 'text', label: 'text', bbox: [0, 0, 1, 1], content }],
	}));
}
