import { FieldError } from '../checks';
import type { Format, FormatType } from './formats';
import { FORMATS } from './formats';
import type { ScrapeOption, ScrapeOptions } from './scrapeOptions';

/** The service takes no larger file (service, E). */
export const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** What the service takes for a timeout that was not given, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 30_000;

const NOT_FOR_FILES: readonly FormatType[] = [
	'audio',
	'branding',
	'changeTracking',
	'screenshot',
	'video',
];

/** The formats that a file can be had in. */
export const FILE_FORMATS = FORMATS.filter((format) => !NOT_FOR_FILES.includes(format));

/** The options of a scrape that have a meaning for a file. */
export const FILE_OPTIONS: readonly ScrapeOption[] = [
	'auditMetadata',
	'blockAds',
	'excludeTags',
	'headers',
	'includeTags',
	'onlyMainContent',
	'parsers',
	'proxy',
	'redactPII',
	'removeBase64Images',
	'skipTlsVerification',
	'timeout',
	'zeroDataRetention',
];

/** The kinds of proxy that the route takes. */
export const FILE_PROXIES: readonly unknown[] = ['auto', 'basic'];

/** The content types of the files that the service reads, by the end of their names. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
	html: 'text/html',
	htm: 'text/html',
	xhtml: 'application/xhtml+xml',
	pdf: 'application/pdf',
	docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	doc: 'application/msword',
	docm: 'application/vnd.ms-word.document.macroenabled.12',
	odt: 'application/vnd.oasis.opendocument.text',
	ods: 'application/vnd.oasis.opendocument.spreadsheet',
	odp: 'application/vnd.oasis.opendocument.presentation',
	rtf: 'application/rtf',
	xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
	xls: 'application/vnd.ms-excel',
	xlsm: 'application/vnd.ms-excel.sheet.macroenabled.12',
	xlsb: 'application/vnd.ms-excel.sheet.binary.macroenabled.12',
	pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
	ppt: 'application/vnd.ms-powerpoint',
	pptm: 'application/vnd.ms-powerpoint.presentation.macroenabled.12',
	epub: 'application/epub+zip',
	csv: 'text/csv',
	// Read for teams with text recognition only.
	png: 'image/png',
	jpg: 'image/jpeg',
	jpeg: 'image/jpeg',
	webp: 'image/webp',
	gif: 'image/gif',
	tif: 'image/tiff',
	tiff: 'image/tiff',
	bmp: 'image/bmp',
};

/** A file as it is handed to the service. */
export interface FileKind {
	name: string;
	/** Content type. */
	type: string;
}

/**
 * Name and content type under which the service reads a file. It knows a file by either, but HTML by
 * its content type alone; n8n often has only one of the two.
 *
 * @param field that names the file, for messages
 * @throws FieldError when it is of no type that the service reads
 */
export function fileKind(field: string, given: Partial<FileKind>): FileKind {
	const name = given.name?.trim() ?? '';
	const type = (given.type ?? '').replace(/;.*/s, '').trim().toLowerCase();
	const byName = CONTENT_TYPES[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''];
	const extension = Object.keys(CONTENT_TYPES).find((each) => CONTENT_TYPES[each] === type);
	if (byName !== undefined) return { name, type: byName };
	if (extension === undefined) {
		const rule = `must name a file of a type that the service reads: ${Object.keys(CONTENT_TYPES).join(', ')}`;
		throw new FieldError(
			field,
			rule,
			`${name || 'a file without a name'} (${type || 'of no type'})`,
		);
	}
	return { name: name || `file.${extension}`, type };
}

/** @throws FieldError when a file of so many bytes is not taken */
export function checkFileSize(field: string, name: string, bytes: number): void {
	if (bytes > MAX_FILE_BYTES) {
		const size = `${name}, ${(bytes / 1024 / 1024).toFixed(1)} MB`;
		throw new FieldError(field, 'must name a file of at most 50 MB', size);
	}
	if (bytes === 0) throw new FieldError(field, 'must not name an empty file', name);
}

/**
 * The part `options` of `POST /v2/parse` (service, E).
 *
 * @param options already checked by themselves
 * @throws FieldError naming the field and the rule
 */
export function parseOptions(formats: Format[], options: ScrapeOptions): Record<string, unknown> {
	if (options.proxy !== undefined && !FILE_PROXIES.includes(options.proxy)) {
		throw new FieldError(
			'scrapeOptions.proxy',
			`must be one of: ${FILE_PROXIES.join(', ')}`,
			options.proxy,
		);
	}
	return { formats, ...options };
}
