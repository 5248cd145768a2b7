import {
	checkedFields,
	FieldError,
	isBlank,
	httpUrl,
	textList,
	wholeNumber,
	type FieldChecks,
} from '../checks';
import { uuidOf } from '../uuid';
import type { Format } from './formats';
import type { ScrapeOptions } from './scrapeOptions';

/** More addresses than this are divided among several jobs. */
export const MAX_URLS = 1_000;

/** As are more bytes than this, half of what a body may have. */
export const MAX_URL_BYTES = 5_000_000;

/** By the names of the node's fields, which an error shows. */
const FIELDS: FieldChecks = {
	webhookUrl: httpUrl,
	maxPagesAtOnce: wholeNumber(1),
	appendToId: (field, value) => uuidOf(value, field, 'a batch scrape'),
};

/**
 * The body of `POST /v2/batch/scrape` (service, B) but for its addresses.
 *
 * @param own fields that only a batch has, as the user gave them: `webhookUrl`, `maxPagesAtOnce`, `appendToId`
 * @throws FieldError
 */
export function batchRequest(
	formats: Format[],
	options: ScrapeOptions,
	own: Record<string, unknown>,
): Record<string, unknown> {
	const { webhookUrl, maxPagesAtOnce, ...rest } = checkedFields(FIELDS, own);
	return {
		formats,
		...options,
		...rest,
		...(webhookUrl !== undefined && { webhook: webhookUrl }),
		...(maxPagesAtOnce !== undefined && { maxConcurrency: maxPagesAtOnce }),
		// Absent, it counts as false on some servers, and one bad address fails them all.
		ignoreInvalidURLs: true,
	};
}

/**
 * Addresses for a batch. They are the service's to judge: one that is wrong is to fail alone, and
 * not to keep the others from being read.
 *
 * @throws FieldError where there is none
 */
export function batchUrls(field: string, value: unknown): string[] {
	const urls = textList(field, value, { commas: false });
	if (isBlank(urls)) throw new FieldError(field, 'is required', value);
	return urls;
}

/** An address in the form in which two spellings of it are alike. */
export function sameAddress(url: string): string {
	return URL.canParse(url) ? new URL(url).href : url;
}
