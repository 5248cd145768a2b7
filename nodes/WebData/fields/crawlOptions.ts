import type { INodeProperties } from 'n8n-workflow';

import { CRAWL_OPTIONS, crawlOptions, type CrawlOption } from '../../contract/requests/crawl';
import type { Input } from '../../operation/input';
import { crawlOptionProperties } from './crawlOptionProperties';

/**
 * The collection of options for how a website is walked, under the names of the body.
 *
 * @param show when it is shown
 * @param allowed the options that the operation takes
 */
export function crawlOptionsField(
	show: Record<string, string[]>,
	allowed: readonly CrawlOption[] = CRAWL_OPTIONS,
): INodeProperties {
	return {
		displayName: 'Crawl Options',
		name: 'crawlOptions',
		type: 'collection',
		default: {},
		placeholder: 'Add Crawl Option',
		description: 'Which pages of the website are read, and how fast',
		displayOptions: { show },
		options: crawlOptionProperties.filter(({ name }) => (allowed as string[]).includes(name)),
	};
}

/**
 * The options that the user gave, as a body has them.
 *
 * @throws FieldError
 */
export function readCrawlOptions(
	input: Input,
	allowed: readonly CrawlOption[] = CRAWL_OPTIONS,
): Record<string, unknown> {
	return crawlOptions('crawlOptions', input.group('crawlOptions') ?? {}, allowed);
}
