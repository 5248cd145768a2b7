import type {
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { isBlank, isRecord, oneOf } from '../../../contract/checks';
import { inclusiveNextPage, oldestOf, runsOfPage, type ListedRun } from '../../../contract/runList';
import { ExplainedFailure } from '../../../messages/explanation';
import { CANNOT_LIST_RUNS } from '../../../messages/missingRoutes';
import type { Call } from '../../../operation/call';
import { inReadingOrder } from '../../../operation/columns';
import { dateTime } from '../../../operation/dateTime';
import type { Input } from '../../../operation/input';
import { operation } from '../../../operation/operation';
import { isMissingRoute } from '../../../transport/missingRoute';
import { requireField } from '../../../transport/requireField';
import { limitFields, readLimit } from '../../fields/limit';
import { requestOptionsField } from '../../fields/requestOptions';
import { read } from './requests';

const show = { resource: ['agentRun'], operation: ['getAll'] };

export const getAllFields: INodeProperties[] = [
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
	requestOptionsField(show),
];

export const getAll: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many agent runs',
	description: "List the team's agent runs, the newest first",
	routing: operation({ fields: getAllFields, read: selectionOf, work: listRuns }),
};

interface Selection {
	limit: number;
	status?: string;
	/** Unix milliseconds. */
	createdAfter?: number;
}

function selectionOf(input: Input): Selection {
	const status = input.parameter('filters.status', '');
	const createdAfter = input.parameter('filters.createdAfter', '');
	return {
		limit: readLimit(input),
		...(!isBlank(status) && {
			status: oneOf('completed', 'failed', 'processing')('status', status),
		}),
		...(!isBlank(createdAfter) && {
			createdAfter: dateTime(input.timeZone)('createdAfter', createdAfter),
		}),
	};
}

/** Follows the pages, newest first, until enough runs are found or only older ones can follow. */
async function listRuns(
	call: Call,
	{ limit, status, createdAfter }: Selection,
): Promise<INodeExecutionData[]> {
	const found: INodeExecutionData[] = [];
	const known = new Set<string>();
	let before: number | undefined;
	do {
		const page = await readPage(call, before);
		const runs = runsOfPage(page);
		for (const run of runs) {
			if (createdAfter !== undefined && run.createdAtMs <= createdAfter) {
				if (run.createdAtMs > 0) return found;
				continue;
			}
			if (status !== undefined && run.fields.status !== status) continue;
			if (known.has(run.id)) continue;
			known.add(run.id);
			found.push({ json: itemOf(run) });
			if (found.length >= limit) return found;
		}
		before = inclusiveNextPage(page, oldestOf(runs), before);
	} while (before !== undefined);
	return found;
}

async function readPage(call: Call, before: number | undefined): Promise<IDataObject> {
	const page = await read(call, '/v2/agent', { qs: before ? { before } : {} }).catch(
		(error: unknown) => {
			throw isMissingRoute(error) ? new ExplainedFailure(CANNOT_LIST_RUNS) : error;
		},
	);
	requireField(page, 'agents', 'list', 'list of agent runs');
	return page;
}

/** What people look for first stands first. */
function itemOf({ id, fields }: ListedRun): IDataObject {
	const prompt = isRecord(fields.options) ? fields.options.prompt : undefined;
	return inReadingOrder(
		{ ...fields, prompt: prompt ?? fields.targetHint, jobId: id },
		['createdAt', 'status', 'prompt'],
		['origin', 'settings', 'options', 'id', 'jobId'],
	);
}
