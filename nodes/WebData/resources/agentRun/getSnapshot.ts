import { jsonParse } from 'n8n-workflow';
import type {
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { currentArtifacts, type Artifact } from '../../../contract/artifacts';
import { snapshotIdOf } from '../../../contract/requests/agentRun';
import { eventsOf } from '../../../contract/trace';
import type { Call } from '../../../operation/call';
import type { Input } from '../../../operation/input';
import { operation } from '../../../operation/operation';
import { ErrorAnswer } from '../../../transport/failure';
import { requireField } from '../../../transport/requireField';
import { agentRunId, agentRunIdOf } from '../../fields/agentRunId';
import { requestOptionsField } from '../../fields/requestOptions';
import { read, routeOf } from './requests';

/** How often the trace is read anew because a snapshot was superseded meanwhile. */
const MAX_TRACE_READS = 3;

const show = { resource: ['agentRun'], operation: ['getSnapshot'] };

export const getSnapshotFields: INodeProperties[] = [
	{ ...agentRunId, displayOptions: { show } },
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
	requestOptionsField(show, [
		{
			displayName: 'Parse JSON',
			name: 'parseJson',
			type: 'boolean',
			default: true,
			description: 'Whether to return the content of JSON artifacts as data rather than as text',
		},
	]),
];

export const getSnapshot: INodePropertyOptions = {
	name: 'Get Snapshot',
	value: 'getSnapshot',
	action: 'Get snapshots of an agent run',
	description: 'Read what an agent run has produced so far, such as its data or a page in Markdown',
	routing: operation({ fields: getSnapshotFields, read: selectionOf, work: snapshotItems }),
};

interface Selection {
	jobId: string;
	/** Undefined for the latest of each artifact. */
	snapshotId?: string;
	parseJson: boolean;
}

function selectionOf(input: Input): Selection {
	const which = input.oneOf('snapshot', 'latest', 'byId');
	return {
		jobId: agentRunIdOf(input),
		...(which === 'byId' && { snapshotId: snapshotIdOf(input.locator('snapshotId')) }),
		parseJson: input.flag('options.parseJson', true),
	};
}

async function snapshotItems(call: Call, selection: Selection): Promise<INodeExecutionData[]> {
	const { snapshotId } = selection;
	if (snapshotId !== undefined) return [await snapshotItem(call, selection, { snapshotId })];
	return await latestSnapshots(call, selection);
}

/**
 * A run at work supersedes its snapshots: those that are gone by the time they are read have
 * successors in a trace that is read anew. What is still missing then is left out, not the others.
 */
async function latestSnapshots(call: Call, selection: Selection): Promise<INodeExecutionData[]> {
	const items = new Map<string, INodeExecutionData>();
	for (let readsLeft = MAX_TRACE_READS; ; readsLeft--) {
		const trace = await read(call, routeOf(selection.jobId, '/trace'));
		requireField(trace, 'events', 'list', 'list of events');
		const artifacts = currentArtifacts(eventsOf(trace));
		const gone = await readMissing(call, selection, artifacts, items);
		if (gone && items.size === 0 && readsLeft === 1) throw gone;
		if (!gone || readsLeft === 1) {
			return artifacts.flatMap(({ artifactId }) => items.get(artifactId) ?? []);
		}
	}
}

/**
 * Reads the snapshots that `items` lacks, and adds them to it.
 *
 * @returns the answer to one that is gone, if there is any
 */
async function readMissing(
	call: Call,
	selection: Selection,
	artifacts: Artifact[],
	items: Map<string, INodeExecutionData>,
): Promise<ErrorAnswer | undefined> {
	const missing = artifacts.filter(({ artifactId }) => !items.has(artifactId));
	// All of them come to their end: nothing may be sent after the node has ended.
	const results = await Promise.allSettled(
		missing.map(async (artifact) => {
			items.set(artifact.artifactId, await snapshotItem(call, selection, { ...artifact }));
		}),
	);
	const failures = results.flatMap((result) =>
		result.status === 'rejected' ? [result.reason as Error] : [],
	);
	const other = failures.find((failure) => !isGone(failure));
	if (other) throw other;
	return failures.find(isGone);
}

function isGone(failure: Error): failure is ErrorAnswer {
	return failure instanceof ErrorAnswer && failure.status === 404;
}

async function snapshotItem(
	call: Call,
	{ jobId, parseJson }: Selection,
	artifact: IDataObject & { snapshotId: string },
): Promise<INodeExecutionData> {
	const id = encodeURIComponent(snapshotIdOf(artifact.snapshotId));
	const answer = await read(call, routeOf(jobId, `/snapshots/${id}`));
	const text = requireField(answer, 'snapshot', 'text', 'snapshot');
	const snapshot = parseJson ? contentOf(text, artifact.kind) : text;
	return { json: { jobId, ...artifact, ...answer, snapshot } };
}

/** The data of a JSON artifact, or of what looks like one where the kind is unknown; else the text. */
function contentOf(content: string, kind: IDataObject[string]): IDataObject[string] {
	const mayBeJson = kind === 'json' || (kind === undefined && /^\s*[[{]/.test(content));
	return mayBeJson ? jsonParse<IDataObject[string]>(content, { fallbackValue: content }) : content;
}
