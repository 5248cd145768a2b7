import { jsonParse } from 'n8n-workflow';
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
import { flag, oneOf } from '../../../contract/checks';
import { eventsOf } from '../../../contract/trace';
import { answerItem } from '../../../run/answerItem';
import { ErrorAnswer } from '../../../transport/failure';
import { promised } from '../../../transport/promised';
import { begin } from '../../beginItem';
import { jobId, jobIdParameter } from '../../fields/jobId';
import { requestOptions } from '../../fields/requestOptions';
import { forItem, type ItemRequest } from '../../sendItem';
import { aimAtRun, READ, read } from './requests';

/** How often the trace is read anew because a snapshot was superseded meanwhile. */
const MAX_TRACE_READS = 3;

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
				name: 'Latest of Each Artifact',
				value: 'latest',
				description: 'An item for each artifact with its present content',
			},
			{
				name: 'One by ID',
				value: 'byId',
				description: 'A single snapshot, picked from a list or named by its ID',
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
			"The snapshot to read. IDs are found in the artifact.updated events of the run's trace.",
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
	action: 'Get snapshots of what an agent run has produced',
	description: 'Read what an agent run has produced so far, such as its data or a page in Markdown',
	routing: {
		request: { method: 'GET' },
		send: { preSend: [begin(prepareSnapshot, getSnapshotFields)], paginate: true },
		operations: { pagination: forItem(snapshotItems) },
		output: { postReceive: [answerItem] },
	},
};

interface Selection {
	/** Undefined for the latest of each artifact. */
	snapshotId?: string;
	parseJson: boolean;
}

function selectionOf(item: Pick<IExecuteSingleFunctions, 'getNodeParameter'>): Selection {
	const which = oneOf('latest', 'byId')('snapshot', item.getNodeParameter('snapshot', 'latest'));
	const snapshotId = () => item.getNodeParameter('snapshotId', '', { extractValue: true });
	return {
		...(which === 'byId' && { snapshotId: snapshotIdOf(snapshotId()) }),
		parseJson: flag('parseJson', item.getNodeParameter('options.parseJson', true)),
	};
}

function prepareSnapshot(
	request: IHttpRequestOptions,
	item: IExecuteSingleFunctions,
): IHttpRequestOptions {
	selectionOf(item);
	return aimAtRun('/trace')(request, item);
}

async function snapshotItems(request: ItemRequest): Promise<INodeExecutionData[]> {
	const { snapshotId } = selectionOf(request.item);
	if (snapshotId !== undefined) return [await snapshotItem(request, { snapshotId })];
	return await latestSnapshots(request, MAX_TRACE_READS);
}

/** A run at work supersedes its snapshots: one that is gone by the time it is read has a successor. */
async function latestSnapshots(
	request: ItemRequest,
	readsLeft: number,
): Promise<INodeExecutionData[]> {
	const [trace] = await request.send(READ);
	const answer = promised(trace?.json ?? {}, 'events', 'list', 'list of events');
	const artifacts = currentArtifacts(eventsOf(answer));
	const snapshots = artifacts.map((artifact) => snapshotItem(request, { ...artifact }));
	return await Promise.all(snapshots).catch(async (error: unknown) => {
		const wasSuperseded = error instanceof ErrorAnswer && error.status === 404;
		if (!wasSuperseded || readsLeft <= 1) throw error;
		return await latestSnapshots(request, readsLeft - 1);
	});
}

async function snapshotItem(
	request: ItemRequest,
	artifact: IDataObject & { snapshotId: string },
): Promise<INodeExecutionData> {
	const jobId = jobIdParameter(request.item);
	const id = encodeURIComponent(snapshotIdOf(artifact.snapshotId));
	const path = `/v2/agent/${jobId}/snapshots/${id}`;
	const answer = promised(await read(request, path), 'snapshot', 'text', 'snapshot');
	const { parseJson } = selectionOf(request.item);
	const snapshot = parseJson ? contentOf(answer.snapshot, artifact.kind) : answer.snapshot;
	return { json: { jobId, ...artifact, ...answer, snapshot } };
}

/** The data of a JSON artifact, or of what looks like one where the kind is unknown; else the text. */
function contentOf(content: IDataObject[string], kind: IDataObject[string]): IDataObject[string] {
	if (typeof content !== 'string') return content;
	const mayBeJson = kind === 'json' || (kind === undefined && /^\s*[[{]/.test(content));
	return mayBeJson ? jsonParse<IDataObject[string]>(content, { fallbackValue: content }) : content;
}
