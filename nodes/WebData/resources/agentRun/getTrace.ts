import type {
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { textList } from '../../../contract/checks';
import { eventsOf } from '../../../contract/trace';
import type { Call } from '../../../operation/call';
import { inReadingOrder } from '../../../operation/columns';
import type { Input } from '../../../operation/input';
import { operation } from '../../../operation/operation';
import { requireField } from '../../../transport/requireField';
import { agentRunId, agentRunIdOf } from '../../fields/agentRunId';
import { requestOptionsField } from '../../fields/requestOptions';
import { read, routeOf } from './requests';

const displayOptions = { show: { resource: ['agentRun'], operation: ['getTrace'] } };

export const getTraceFields: INodeProperties[] = [
	{ ...agentRunId, displayOptions },
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		default: 'events',
		description: 'How the trace leaves the node',
		displayOptions,
		options: [
			{
				name: 'One Item per Event',
				value: 'events',
				description: 'The events in the order in which they happened',
			},
			{
				name: 'One Item with the Whole Trace',
				value: 'trace',
				description: 'All events with the credits used',
			},
		],
	},
	requestOptionsField(displayOptions.show, [
		{
			displayName: 'Event Types',
			name: 'eventTypes',
			type: 'multiOptions',
			default: [],
			description: 'Return only events of these types. Left empty, all of them.',
			options: [
				{ name: 'Agent Finished', value: 'agent.finished' },
				{ name: 'Agent Started', value: 'agent.started' },
				{ name: 'Artifact Updated', value: 'artifact.updated' },
				{ name: 'Browser Session Finished', value: 'browser.session.finished' },
				{ name: 'Browser Session Started', value: 'browser.session.started' },
				{ name: 'Error Occurred', value: 'error.occurred' },
				{ name: 'Progress Reported', value: 'progress.reported' },
				{ name: 'Reasoning Summary', value: 'reasoning.summary' },
				{ name: 'Run Cancel Requested', value: 'run.cancel_requested' },
				{ name: 'Run Finished', value: 'run.finished' },
				{ name: 'Run Started', value: 'run.started' },
				{ name: 'Tool Call Finished', value: 'tool_call.finished' },
				{ name: 'Tool Call Started', value: 'tool_call.started' },
			],
		},
		{
			displayName: 'Live View',
			name: 'liveView',
			type: 'boolean',
			default: false,
			description:
				'Whether to ask for the browser sessions that are open now, where they can be watched. They are part of the whole trace.',
		},
	]),
];

export const getTrace: INodePropertyOptions = {
	name: 'Get Trace',
	value: 'getTrace',
	action: 'Get the trace of an agent run',
	description: 'Read step by step what an agent run did and why it ended',
	routing: operation({ fields: getTraceFields, read: selectionOf, work: traceItems }),
};

interface Selection {
	jobId: string;
	output: 'events' | 'trace';
	/** Empty for all. */
	eventTypes: string[];
	liveView: boolean;
}

function selectionOf(input: Input): Selection {
	const eventTypes = input.parameter('options.eventTypes', []);
	return {
		jobId: agentRunIdOf(input),
		output: input.oneOf('output', 'events', 'trace'),
		eventTypes: textList('eventTypes', eventTypes, { commas: true }),
		liveView: input.flag('options.liveView', false),
	};
}

async function traceItems(
	call: Call,
	{ jobId, output, eventTypes, liveView }: Selection,
): Promise<INodeExecutionData[]> {
	const qs = liveView ? { liveView } : {};
	const trace = await read(call, routeOf(jobId, '/trace'), { qs });
	requireField(trace, 'events', 'list', 'list of events');
	const events = eventsOf(trace).filter(
		({ type }) => eventTypes.length === 0 || eventTypes.includes(type as string),
	);
	return output === 'trace'
		? [{ json: { jobId, ...trace, events } }]
		: events.map((event) => ({ json: itemOf(jobId, event) }));
}

/** What people look for first stands first. */
function itemOf(jobId: string, event: IDataObject): IDataObject {
	return inReadingOrder(
		{ ...event, jobId },
		['occurredAt', 'type', 'message', 'text', 'outcome'],
		['agent', 'schemaVersion', 'producerSequence', 'eventId', 'runId', 'jobId'],
	);
}
