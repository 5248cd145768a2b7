import type {
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { isBlank, isRecord, oneOf } from '../../../contract/checks';
import type { Call } from '../../../operation/call';
import { inReadingOrder } from '../../../operation/columns';
import type { Input } from '../../../operation/input';
import { operation } from '../../../operation/operation';
import { requireField } from '../../../transport/requireField';
import { limitFields, readLimit } from '../../fields/limit';
import { requestOptionsField } from '../../fields/requestOptions';
import { readAccount } from './requests';

const show = { resource: ['account'], operation: ['getActivity'] };

const ENDPOINTS = [
	'agent',
	'batch_scrape',
	'browser',
	'crawl',
	'deep_research',
	'extract',
	'interact',
	'llmstxt',
	'map',
	'scrape',
	'search',
];

/** Most entries of a page (service, section I). */
const MAX_PAGE_SIZE = 100;

export const getActivityFields: INodeProperties[] = [
	...limitFields(show),
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		default: {},
		placeholder: 'Add Filter',
		displayOptions: { show },
		options: [
			{
				displayName: 'Endpoint',
				name: 'endpoint',
				type: 'options',
				default: 'scrape',
				description: 'Return only what was asked of this part of the service',
				options: [
					{ name: 'Agent', value: 'agent' },
					{ name: 'Batch Scrape', value: 'batch_scrape' },
					{ name: 'Browser', value: 'browser' },
					{ name: 'Crawl', value: 'crawl' },
					{ name: 'Deep Research', value: 'deep_research' },
					{ name: 'Extract', value: 'extract' },
					{ name: 'Interact', value: 'interact' },
					{ name: 'LLMs.txt', value: 'llmstxt' },
					{ name: 'Map', value: 'map' },
					{ name: 'Scrape', value: 'scrape' },
					{ name: 'Search', value: 'search' },
				],
			},
		],
	},
	requestOptionsField(show),
];

export const getActivity: INodePropertyOptions = {
	name: 'Get Activity',
	value: 'getActivity',
	action: 'Get the activity of an account',
	description: 'List what the team asked of the service in the last 24 hours, the newest first',
	routing: operation({ fields: getActivityFields, read: selectionOf, work: listActivity }),
};

interface Selection {
	limit: number;
	endpoint?: string;
}

function selectionOf(input: Input): Selection {
	const endpoint = input.parameter('filters.endpoint', '');
	return {
		limit: readLimit(input),
		...(!isBlank(endpoint) && { endpoint: oneOf(...ENDPOINTS)('endpoint', endpoint) }),
	};
}

/** Follows the pages until enough is found. */
async function listActivity(
	call: Call,
	{ limit, endpoint }: Selection,
): Promise<INodeExecutionData[]> {
	const found: INodeExecutionData[] = [];
	const followed = new Set<string>();
	for (let cursor: string | undefined; ;) {
		const page = await readAccount(call, 'activity', {
			limit: Math.min(MAX_PAGE_SIZE, limit - found.length),
			...(endpoint !== undefined && { endpoint }),
			...(cursor !== undefined && { cursor }),
		});
		const entries = requireField(page, 'data', 'list', 'list of activities').filter(isRecord);
		for (const entry of entries) found.push({ json: itemOf(entry as IDataObject) });
		const { cursor: next, has_more: hasMore } = page;
		const isLast = hasMore === false || typeof next !== 'string' || next === '';
		if (isLast || entries.length === 0 || followed.has(next) || found.length >= limit) break;
		followed.add(next);
		cursor = next;
	}
	return found.slice(0, limit);
}

/** What people look for first stands first. */
function itemOf(entry: IDataObject): IDataObject {
	return inReadingOrder(
		{ ...entry, jobId: entry.id },
		['created_at', 'endpoint', 'target'],
		['api_version', 'id', 'jobId'],
	);
}
