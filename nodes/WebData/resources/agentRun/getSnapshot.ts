import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { snapshotIdOf } from '../../../contract/agentRequest';
import { currentArtifacts } from '../../../contract/artifacts';
import { oneOf } from '../../../contract/checks';
import { answerItem } from '../../../run/answerItem';
import { begin } from '../../beginItem';
import { aimAtRun, jobId, jobIdParameter } from '../../fields/jobId';
import { requestOptions } from '../../fields/requestOptions';
import { forItem, type ItemRequest } from '../../sendItem';
import { read } from './requests';

const show = { resource: ['agentRun'], operation: ['getSnapshot'] };

export const getSnapshotFields: INodeProperties[] = [
	{ ...jobId, displayOptions: { show } },
	{
		displayName: 'Snapshot',
		name: 'snapshot',
		type: 'options',
		default: 'latest',
		description: 'Which of the things that the run has produced to read',
		displayOptions: { show },
		options: [
			{
				name: 'By ID',
				value: 'byId',
				description: 'One snapshot, picked from a list or named by its id',
			},
			{
				name: 'Latest of Each Artifact',
				value: 'latest',
				description: 'An item for each artifact with its present content',
			},
		],
	},
	{
		displayName: 'Snapshot ID',
		name: 'snapshotId',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		description:
			"The snapshot to read. Ids are found in the artifact.updated events of the run's trace.",
		displayOptions: { show: { ...show, snapshot: ['byId'] } },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a snapshot...',
				typeOptions: { searchListMethod: 'searchSnapshots', searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 7f9c2ba4-e88f-11ee',
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
		options: [
			...requestOptions,
			{
				displayName: 'Parse JSON',
				name: 'parseJson',
				type: 'boolean',
				default: true,
				description: 'Whether to return the content of JSON artifacts as data rather than as text',
			},
		],
	},
];

export const getSnapshot: INodePropertyOptions = {
	name: 'Get Snapshot',
	value: 'getSnapshot',
	action: 'Get a snapshot of an agent run',
	description: 'Read what an agent run has produced so far, such as its data or a page in Markdown',
	routing: {
		request: { method: 'GET' },
		send: { preSend: [begin(prepareSnapshot, getSnapshotFields)], paginate: true },
		operations: { pagination: forItem(snapshotItems) },
		output: { postReceive: [answerItem] },
	},
};

function prepareSnapshot(
	request: IHttpRequestOptions,
	item: IExecuteSingleFunctions,
): IHttpRequestOptions {
	oneOf('latest', 'byId')('snapshot', item.getNodeParameter('snapshot', 'latest'));
	if (item.getNodeParameter('snapshot', 'latest') === 'byId') snapshotIdParameter(item);
	return aimAtRun('/trace')(request, item);
}

function snapshotIdParameter(item: Pick<IExecuteSingleFunctions, 'getNodeParameter'>): string {
	return snapshotIdOf(item.getNodeParameter('snapshotId', '', { extractValue: true }));
}

async function snapshotItems(request: ItemRequest): Promise<INodeExecutionData[]> {
	const { item } = request;
	const run = `/v2/agent/${jobIdParameter(item)}`;
	if (item.getNodeParameter('snapshot', 'latest') === 'byId') {
		return [await snapshotItem(request, run, { snapshotId: snapshotIdParameter(item) })];
	}
	const { events } = await read(request, `${run}/trace`);
	const artifacts = currentArtifacts(Array.isArray(events) ? (events as IDataObject[]) : []);
	return await Promise.all(
		artifacts.map(async (artifact) => await snapshotItem(request, run, { ...artifact })),
	);
}

async function snapshotItem(
	request: ItemRequest,
	run: string,
	artifact: IDataObject & { snapshotId: string },
): Promise<INodeExecutionData> {
	const path = `${run}/snapshots/${encodeURIComponent(snapshotIdOf(artifact.snapshotId))}`;
	const answer = await read(request, path);
	const mayBeJson = artifact.kind === undefined || artifact.kind === 'json';
	const parse = mayBeJson && request.item.getNodeParameter('options.parseJson', true) !== false;
	const snapshot = parse ? parsed(answer.snapshot) : answer.snapshot;
	return { json: { jobId: jobIdParameter(request.item), ...artifact, ...answer, snapshot } };
}

/** The data of a JSON artifact; any other content as it is. */
function parsed(content: unknown): IDataObject[string] {
	if (typeof content !== 'string' || !/^\s*[[{]/.test(content)) {
		return content as IDataObject[string];
	}
	try {
		return JSON.parse(content) as IDataObject[string];
	} catch {
		return content;
	}
}
