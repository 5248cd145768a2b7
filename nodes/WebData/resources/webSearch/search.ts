import type {
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { FieldError } from '../../../contract/checks';
import type { Format } from '../../../contract/requests/formats';
import { RESULT_FORMATS, searchRequest } from '../../../contract/requests/search';
import { missingFilesNote } from '../../../messages/file';
import type { Call } from '../../../operation/call';
import { downloadFiles } from '../../../operation/downloadFiles';
import type { Input } from '../../../operation/input';
import { operation } from '../../../operation/operation';
import { ifCreditsLeft } from '../../fields/minCredits';
import { TIMEOUT_MARGIN_MS, type RequestKind } from '../../../transport/requestKind';
import { formatFields, readFormats } from '../../fields/formats';
import { requestOptionsField } from '../../fields/requestOptions';
import { readScrapeOptions, scrapeOptionsField } from '../../fields/scrapeOptions';
import { searchOptions } from './options';
import { resultsOf } from './results';
import { readTime } from './time';

const show = { resource: ['webSearch'], operation: ['search'] };

/** Service, D. */
export const searchFields: INodeProperties[] = [
	{
		displayName: 'Query',
		name: 'query',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. best coffee roasters in Vienna',
		description:
			'What to search the web for, at most 500 characters. What search engines understand is understood, such as "exact words", -without and site:example.com.',
		displayOptions: { show },
		routing: { send: { type: 'body', property: 'query' } },
	},
	{
		displayName: 'Max Results',
		name: 'maxResults',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 100, numberPrecision: 0 },
		default: 10,
		description: 'Max number of results to return from each source, up to 100',
		hint: 'A search costs 2 credits for each 10 results',
		displayOptions: { show },
		routing: { send: { type: 'body', property: 'limit' } },
	},
	{
		displayName: 'Sources',
		name: 'sources',
		type: 'multiOptions',
		default: ['web'],
		description: 'What to search. Own servers may know the web alone.',
		displayOptions: { show },
		options: [
			{ name: 'Images', value: 'images', description: 'Pictures, with the pages they are on' },
			{ name: 'News', value: 'news', description: 'Articles, with their dates' },
			{ name: 'Web', value: 'web', description: 'Pages of any kind' },
		],
		routing: { send: { type: 'body', property: 'sources' } },
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		default: 'results',
		description: 'How the results leave the node',
		displayOptions: { show },
		options: [
			{
				name: 'One Item per Result',
				value: 'results',
				description: 'Ready for a spreadsheet, a filter or a loop',
			},
			{
				name: 'One Item with All Results',
				value: 'list',
				description: 'The query, the number of results and the list of them',
			},
		],
	},
	...formatFields(show, {
		default: [],
		description:
			'In which forms to return the page behind each result of web and news; each becomes a field of the item. Left empty, pages are not scraped. Each page that is costs what Scrape costs: a credit, and more for some formats.',
		allowed: RESULT_FORMATS,
	}),
	scrapeOptionsField(show),
	requestOptionsField(show, searchOptions),
];

export const search: INodePropertyOptions = {
	name: 'Search',
	value: 'search',
	action: 'Search the web',
	description: 'Find pages, news and images, and read the pages at once where you like',
	routing: operation(
		ifCreditsLeft({ fields: searchFields, read: selectionOf, work: searchTheWeb }),
	),
};

/** The results alone have a small price: one whose answer was lost is asked for again. */
const SEARCH: RequestKind = {
	rateLimit: 'search',
	repeatable: 'costsAgain',
	timeout: 60_000 + TIMEOUT_MARGIN_MS,
	ifTooLarge: 'Ask for fewer results at once, with a lower Max Results.',
};

/** The service's timeout does not end the scraping of results (service, D), which it then queues. */
const SCRAPED_SEARCH_MS = 15 * 60_000;

/** Each page of the results is billed. */
const SEARCH_AND_SCRAPE: RequestKind = {
	rateLimit: 'search',
	repeatable: 'billedStart',
	timeout: SCRAPED_SEARCH_MS,
	howToLook: "The service's activity log tells whether the search has arrived.",
	ifTooLarge: 'Ask for fewer results at once, with a lower Max Results, or for fewer formats.',
};

interface Selection {
	body: Record<string, unknown>;
	formats: Format[];
	output: 'results' | 'list';
	downloadFiles: boolean;
}

function selectionOf(input: Input): Selection {
	const formats = readFormats(input, RESULT_FORMATS);
	const fields = {
		...input.body,
		tbs: readTime(input),
		threatProtection: input.group('options.threatProtection'),
	};
	const output = input.oneOf('output', 'results', 'list');
	const downloadFiles = input.flag('options.downloadFiles', false);
	if (downloadFiles && output === 'list') {
		throw new FieldError('downloadFiles', 'needs One Item per Result as Output', true);
	}
	return {
		body: searchRequest(fields, formats, readScrapeOptions(input)),
		formats,
		output,
		downloadFiles,
	};
}

async function searchTheWeb(
	call: Call,
	{ body, formats, output, ...selection }: Selection,
): Promise<INodeExecutionData[]> {
	const isScraped = formats.length > 0;
	const { timeout } = body;
	const answer = await call.send(isScraped ? SEARCH_AND_SCRAPE : SEARCH, {
		method: 'POST',
		path: '/v2/search',
		body,
		// The service's own answer to a time-out is to arrive first.
		...(typeof timeout === 'number' && !isScraped && { timeout: timeout + TIMEOUT_MARGIN_MS }),
	});
	const results = resultsOf(answer, formats);
	const { id, creditsUsed } = answer;
	const warning = warningOf(answer);
	if (output === 'list') {
		const item: IDataObject = { query: body.query as string, count: results.length, results };
		return [{ json: { ...item, jobId: id, creditsUsed, ...(warning && { warning }) } }];
	}
	if (warning) call.warn(`Search: ${warning}`);
	if (!selection.downloadFiles) return results.map((json) => ({ json }));
	return await Promise.all(results.map(async (json) => await withFiles(call, json)));
}

/** A result with the files that it links to. It has been paid for, so that it stays without them. */
async function withFiles(call: Call, result: IDataObject): Promise<INodeExecutionData> {
	const { binary, missing } = await downloadFiles(call, result);
	const fileError = missing.length > 0 && { fileError: missingFilesNote(missing) };
	return { json: { ...result, ...fileError }, ...(binary && { binary }) };
}

/** The service's notice; where it lists nothing at all, not even no results, a word of this node on that. */
function warningOf({ warning, data }: IDataObject): string | undefined {
	if (typeof warning === 'string') return warning;
	const isWithoutLists = !Array.isArray(data) && Object.keys(data as object).length === 0;
	return isWithoutLists
		? 'The service listed no results. It answers like this too while its search engine is down.'
		: undefined;
}
