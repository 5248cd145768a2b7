import { formatsOf, pdfParserOf, type ScrapeOptions } from './scrapeRequest.ts';

/** Formats that cost more than the page itself (section K). */
const DEAR_FORMATS = ['json', 'question', 'highlights', 'query', 'audio', 'video'];
const DEAR_FORMAT_CREDITS = 4;

/** The credits of one scraped page. `pdfPages`: how many pages of a PDF file were read. */
export function priceOf(
	options: ScrapeOptions,
	{ pdfPages, cached }: { pdfPages: number; cached: boolean },
): number {
	const formats = formatsOf(options);
	const pages = pdfParserOf(options) ? Math.max(1, pdfPages) : 1;
	const comparesJson = formats.some(({ modes }) => modes?.includes('json'));
	const dear = formats.filter(({ type }) => DEAR_FORMATS.includes(type)).length;
	return (
		(options.lockdown && cached ? 5 : pages) +
		dear * DEAR_FORMAT_CREDITS +
		(comparesJson ? DEAR_FORMAT_CREDITS : 0) +
		(options.redactPII ? DEAR_FORMAT_CREDITS * pages : 0) +
		(options.zeroDataRetention ? 1 : 0) +
		(options.threatProtection?.mode === 'normal' ? 2 : 0)
	);
}
