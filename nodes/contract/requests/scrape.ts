import { httpUrl, required } from '../checks';
import type { Format } from './formats';
import type { ScrapeOptions } from './scrapeOptions';

/**
 * The body of `POST /v2/scrape` (service, A1).
 *
 * @param url as the user gave it
 * @param formats already checked, as the options are
 * @throws FieldError
 */
export function scrapeRequest(
	url: unknown,
	formats: Format[],
	options: ScrapeOptions,
): ScrapeOptions & { url: string } {
	required({ url }, 'url');
	return { url: httpUrl('url', url), formats, ...options };
}
