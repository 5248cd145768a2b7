import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { dateTime, flag, isBlank, oneOf, wholeNumber } from '../../../contract/checks';
import { inclusiveNextPage, oldestOf, runsOfPage } from '../../../contract/runList';
import { answerItem } from '../../../run/answerItem';
import { promised } from '../../../transport/promised';
import { begin } from '../../beginItem';
import { requestOptions } from '../../fields/requestOptions';
import { forItem, type ItemRequest } from '../../sendItem';
import { read } from './requests';

const show = { resource: ['agentRun'], operation: ['getAll'] };

export const getAllFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
		displayOptions: { show },
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { ...show, returnAll: [false] } },
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		default: {},
		placeholder: 'Add Filter',
		displayOptions: { show },
		options: [
			{
				displayName: 'Created After',
				name: 'createdAfter',
				type: 'dateTime',
				default: '',
				description: 'Return only runs started after this time',
			},
			{
				displayName: 'Status',
				name: 'status',
				type: 'options',
				default: 'completed',
				description: 'Return only runs with this status',
				options: [
					{ name: 'Completed', value: 'completed' },
					{ name: 'Failed', value: 'failed' },
					{ name: 'Processing', value: 'processing' },
				],
			},
		],
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		placeholder: 'Add Option',
		displayOptions: { show },
		options: requestOptions,
	},
];

export const getAll: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many agent runs',
	description: "List the team's agent runs, the newest first",
	routing: {
		request: { method: 'GET', url: '/v2/agent' },
		send: { preSend: [begin(prepareList, getAllFields)], paginate: true },
		operations: { pagination: forItem(listRuns) },
		output: { postReceive: [answerItem] },
	},
};

interface Selection {
	limit: number;
	status?: string;
	/** Unix milliseconds. */
	createdAfter?: number;
}

function selectionOf(
	item: Pick<IExecuteSingleFunctions, 'getNodeParameter' | 'getTimezone'>,
): Selection {
	const returnAll = flag('returnAll', item.getNodeParameter('returnAll', false));
	const status = item.getNodeParameter('filters.status', '');
	const createdAfter = item.getNodeParameter('filters.createdAfter', '');
	return {
		limit: returnAll
			? Number.POSITIVE_INFINITY
			: wholeNumber(1)('limit', item.getNodeParameter('limit', 50)),
		...(!isBlank(status) && {
			status: oneOf('completed', 'failed', 'processing')('status', status),
		}),
		...(!isBlank(createdAfter) && {
			createdAfter: dateTime(item.getTimezone())('createdAfter', createdAfter),
		}),
	};
}

function prepareList(
	request: IHttpRequestOptions,
	item: IExecuteSingleFunctions,
): IHttpRequestOptions {
	selectionOf(item);
	return request;
}

/** Follows the pages, newest first, until enough runs are found or only older ones can follow. */
async function listRuns(request: ItemRequest): Promise<INodeExecutionData[]> {
	const { limit, status, createdAfter } = selectionOf(request.item);
	const found: INodeExecutionData[] = [];
	const known = new Set<string>();
	let before: number | undefined;
	do {
		const answer = await read(request, '/v2/agent', { qs: before ? { before } : {} });
		const page: IDataObject = promised(answer, 'agents', 'list', 'list of agent runs');
		const runs = runsOfPage(page);
		for (const run of runs) {
			if (createdAfter !== undefined && run.createdAtMs <= createdAfter) {
				if (run.createdAtMs > 0) return found;
				continue;
			}
			if (status !== undefined && run.fields.status !== status) continue;
			if (known.has(run.id)) continue;
			known.add(run.id);
			found.push({ json: { jobId: run.id, ...run.fields } });
			if (found.length >= limit) return found;
		}
		before = inclusiveNextPage(page, oldestOf(runs), before);
	} while (before !== undefined);
	return found;
}
