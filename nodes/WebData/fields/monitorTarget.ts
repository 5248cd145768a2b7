import type { INodeProperties } from 'n8n-workflow';

import { wholeNumber } from '../../contract/checks';
import { CRAWL_OPTIONS, DEFAULT_MAX_PAGES } from '../../contract/requests/crawl';
import {
	pagesTarget,
	searchTarget,
	siteTarget,
	targetsFromJson,
	type MonitorTarget,
} from '../../contract/requests/monitorTargets';
import type { Input } from '../../operation/input';
import { crawlOptionsField, readCrawlOptions } from './crawlOptions';
import { changeTrackingFields, readTrackedFormats } from './monitorChanges';
import { readScrapeOptions, scrapeOptionsField } from './scrapeOptions';

/** A monitor keeps what it finds, and does not take its options from a prompt. */
const MONITORED_CRAWL_OPTIONS = CRAWL_OPTIONS.filter(
	(name) => name !== 'prompt' && name !== 'zeroDataRetention',
);

const KEPT = {
	name: 'As Before',
	value: 'unchanged',
	description: 'What is watched, and how, stays as it is',
};

const TARGET_TYPES = [
	{
		name: 'Pages',
		value: 'pages',
		description: 'Pages that you name one by one',
	},
	{
		name: 'Search Results',
		value: 'search',
		description: 'What web searches find, judged by the goal',
	},
	{
		name: 'Several Targets as JSON',
		value: 'json',
		description: 'Up to 50 targets, as the service describes them',
	},
	{
		name: 'Website',
		value: 'site',
		description: 'All pages that a crawl finds on a website',
	},
];

/**
 * What a monitor watches (service facts, "G. Monitor", `targets`).
 *
 * @param show when the fields are shown
 * @param isKept whether what is watched stays as it is unless something is chosen
 */
export function targetFields(show: Record<string, string[]>, isKept = false): INodeProperties[] {
	const of = (...targetType: string[]) => ({ show: { ...show, targetType } });
	return [
		{
			displayName: 'Watch',
			name: 'targetType',
			type: 'options',
			default: 'pages',
			description: 'What the checks look at',
			displayOptions: { show },
			options: TARGET_TYPES,
			...(isKept && { default: KEPT.value, options: [KEPT, ...TARGET_TYPES] }),
		},
		{
			displayName: 'URLs',
			name: 'urls',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add URL' },
			required: true,
			default: [],
			placeholder: 'e.g. https://example.com/pricing',
			description: 'The pages to watch',
			hint: 'Each check costs one credit per page, 5 where fields are compared',
			displayOptions: of('pages'),
		},
		{
			displayName: 'URL',
			name: 'url',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://docs.example.com',
			description: 'Where the crawl of each check begins',
			displayOptions: of('site'),
		},
		{
			displayName: 'Max Pages',
			name: 'maxPages',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 100,
			description: 'Max number of pages that each check crawls',
			hint: 'Each check costs one credit per page, 100 pages every hour thus 72,000 credits a month',
			displayOptions: of('site'),
		},
		{
			displayName: 'Queries',
			name: 'queries',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Query' },
			required: true,
			default: [],
			placeholder: 'e.g. new wooden chairs',
			description: 'What to search the web for, up to 12 queries of at most 256 characters',
			hint: 'Each check costs 2 credits per 10 results, and one per result that is judged',
			displayOptions: of('search'),
		},
		{
			displayName: 'Targets',
			name: 'targets',
			type: 'json',
			default: '[\n  { "type": "scrape", "urls": ["https://example.com/pricing"] }\n]',
			description:
				'List of targets of type scrape, crawl or search with the fields that the service knows, as text or, from an expression, as list',
			hint: 'A crawl without crawlOptions.limit may read 10,000 pages at every check',
			displayOptions: of('json'),
		},
		crawlOptionsField({ ...show, targetType: ['site'] }, MONITORED_CRAWL_OPTIONS),
		...changeTrackingFields({ ...show, targetType: ['pages', 'site'] }),
		scrapeOptionsField({ ...show, targetType: ['pages', 'site'] }),
		{
			displayName: 'Search Options',
			name: 'searchOptions',
			type: 'collection',
			default: {},
			placeholder: 'Add Search Option',
			description: 'What the searches take into account',
			displayOptions: of('search'),
			options: [
				{
					displayName: 'Exclude Domains',
					name: 'excludeDomains',
					type: 'string',
					typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Domain' },
					default: [],
					placeholder: 'e.g. example.com',
					description: 'Websites whose pages do not count, at most 50',
				},
				{
					displayName: 'Include Domains',
					name: 'includeDomains',
					type: 'string',
					typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Domain' },
					default: [],
					placeholder: 'e.g. example.com',
					description: 'The only websites whose pages count, at most 50',
				},
				{
					displayName: 'Max Results',
					name: 'maxResults',
					type: 'number',
					typeOptions: { minValue: 1, maxValue: 50, numberPrecision: 0 },
					default: 10,
					description: 'Max number of results of all queries together',
				},
				{
					displayName: 'Search Window',
					name: 'searchWindow',
					type: 'options',
					default: '24h',
					description: 'How old a result may be',
					options: [
						{ name: '15 Minutes', value: '15m' },
						{ name: '24 Hours', value: '24h' },
						{ name: '5 Minutes', value: '5m' },
						{ name: '6 Hours', value: '6h' },
						{ name: '7 Days', value: '7d' },
						{ name: 'One Hour', value: '1h' },
					],
				},
			],
		},
	];
}

/**
 * The chosen targets, checked.
 *
 * @returns undefined where they stay as they are
 * @throws FieldError
 */
export function readTargets(input: Input): MonitorTarget[] | undefined {
	const type = input.oneOf('targetType', 'pages', 'site', 'search', 'json', 'unchanged');
	switch (type) {
		case 'unchanged':
			return undefined;
		case 'json':
			return targetsFromJson(input.parameter('targets'));
		case 'search': {
			const searchOptions = input.group('searchOptions') ?? {};
			return [searchTarget({ queries: input.parameter('queries', []), searchOptions })];
		}
		case 'pages':
			return [pagesTarget({ urls: input.parameter('urls', []) }, readHowToRead(input))];
		case 'site': {
			const limit = wholeNumber(1)('maxPages', input.parameter('maxPages', DEFAULT_MAX_PAGES));
			const url = input.parameter('url', '');
			const crawlOptions = { limit, ...readCrawlOptions(input, MONITORED_CRAWL_OPTIONS) };
			return [siteTarget({ url }, crawlOptions, readHowToRead(input))];
		}
	}
}

function readHowToRead(input: Input): Record<string, unknown> {
	const formats = readTrackedFormats(input);
	return { ...(formats.length > 0 && { formats }), ...readScrapeOptions(input) };
}
