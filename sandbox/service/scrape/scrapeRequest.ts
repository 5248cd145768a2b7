/** What a page is returned as, with that format's options. */
export interface Format {
	type: string;
	schema?: Record<string, unknown>;
	prompt?: string;
	question?: string;
	query?: string;
	mode?: string;
	modes?: string[];
	tag?: string | null;
	selectors?: Array<{ selector: string; attribute: string }>;
	fullPage?: boolean;
	quality?: number;
	viewport?: Viewport;
}

export interface Viewport {
	width: number;
	height: number;
}

/** A step in the browser before the page is read. */
export interface Action {
	type: string;
	milliseconds?: number;
	selector?: string;
	all?: boolean;
	text?: string;
	key?: string;
	direction?: 'up' | 'down';
	script?: string;
	fullPage?: boolean;
	quality?: number;
	viewport?: Viewport;
	format?: string;
	landscape?: boolean;
	scale?: number;
}

export interface PdfParser {
	type: string;
	mode?: 'fast' | 'auto' | 'ocr';
	maxPages?: number;
	pages?: boolean;
	blocks?: boolean;
	pageMarkers?: boolean;
}

/** The options of "A1. POST /v2/scrape body" that the stand-in reads. */
export interface ScrapeOptions {
	formats?: Array<string | Format>;
	onlyMainContent?: boolean;
	onlyCleanContent?: boolean;
	includeTags?: string[];
	excludeTags?: string[];
	/** Milliseconds. */
	maxAge?: number;
	/** Milliseconds. */
	minAge?: number;
	headers?: Record<string, string>;
	/** Milliseconds. */
	waitFor?: number;
	mobile?: boolean;
	skipTlsVerification?: boolean;
	/** Milliseconds. */
	timeout?: number;
	parsers?: Array<string | PdfParser>;
	actions?: Action[];
	location?: { country?: string; languages?: string[] };
	removeBase64Images?: boolean;
	proxy?: string;
	storeInCache?: boolean;
	lockdown?: boolean;
	redactPII?: boolean | { entities?: string[]; replaceStyle?: 'tag' | 'mask' | 'remove' };
	profile?: { name: string; saveChanges?: boolean };
	threatProtection?: { mode?: 'off' | 'normal'; blacklist?: string[] };
	zeroDataRetention?: boolean;
}

export interface ScrapeRequest extends ScrapeOptions {
	url: string;
}

/** The formats as objects; Markdown alone when none are named. */
export function formatsOf(options: ScrapeOptions): Format[] {
	return (options.formats ?? ['markdown']).map((format) =>
		typeof format === 'string' ? { type: format } : format,
	);
}

/** The PDF parser's options; undefined when PDF files are to be returned as they are. */
export function pdfParserOf(options: ScrapeOptions): PdfParser | undefined {
	const parsers = (options.parsers ?? ['pdf']).map((parser) =>
		typeof parser === 'string' ? { type: parser } : parser,
	);
	return parsers.find(({ type }) => type === 'pdf');
}

/** How long the service works on a page at most, in milliseconds. */
export function timeLimitOf(options: ScrapeOptions): number {
	return raised(options) + (options.waitFor ?? 0) + waitsOf(options.actions ?? []);
}

/** Exactly 30000 is silently raised (section A1). */
function raised(options: ScrapeOptions): number {
	const timeout = options.timeout ?? 60_000;
	if (timeout !== 30_000) return timeout;
	if (options.proxy !== 'basic') return 120_000;
	const slow = formatsOf(options).some(({ type }) => type === 'json' || type === 'changeTracking');
	return slow ? 60_000 : timeout;
}

function waitsOf(actions: Action[]): number {
	return actions.reduce((sum, { milliseconds }) => sum + (milliseconds ?? 0), 0);
}
