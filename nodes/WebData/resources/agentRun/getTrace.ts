import type {
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { flag, isBlank, oneOf, textList } from '../../../contract/checks';
import { eventsOf } from '../../../contract/trace';
import { answerItem } from '../../../run/answerItem';
import { promised } from '../../../transport/promised';
import { begin } from '../../beginItem';
import { jobId, jobIdParameter } from '../../fields/jobId';
import { requestOptions } from '../../fields/requestOptions';
import { forItem, type ItemRequest } from '../../sendItem';
import { aimAtRun, READ } from './requests';

const displayOptions = { show: { resource: ['agentRun'], operation: ['getTrace'] } };

export const getTraceFields: INodeProperties[] = [
	{ ...jobId, displayOptions },
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
				name: 'One Item With the Whole Trace',
				value: 'trace',
				description: 'All events with the credits used',
			},
		],
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		placeholder: 'Add Option',
		displayOptions,
		options: [
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
				routing: { send: { type: 'query', property: 'liveView' } },
			},
			...requestOptions,
		],
	},
];

export const getTrace: INodePropertyOptions = {
	name: 'Get Trace',
	value: 'getTrace',
	action: 'Get the trace of an agent run step by step',
	description: 'Read step by step what an agent run did and why it ended',
	routing: {
		request: { method: 'GET' },
		send: { preSend: [begin(prepareTrace, getTraceFields)], paginate: true },
		operations: { pagination: forItem(traceItems) },
		output: { postReceive: [answerItem] },
	},
};

interface Selection {
	output: 'events' | 'trace';
	eventTypes: string[];
}

function selectionOf(item: Pick<IExecuteSingleFunctions, 'getNodeParameter'>): Selection {
	return {
		output: oneOf('events', 'trace')('output', item.getNodeParameter('output', 'events')),
		eventTypes: textList('eventTypes', item.getNodeParameter('options.eventTypes', []), {
			commas: true,
		}),
	};
}

function prepareTrace(
	request: IHttpRequestOptions,
	item: IExecuteSingleFunctions,
): IHttpRequestOptions {
	selectionOf(item);
	const { liveView } = request.qs ?? {};
	return {
		...aimAtRun('/trace')(request, item),
		qs: !isBlank(liveView) && flag('liveView', liveView) ? { liveView: true } : {},
	};
}

async function traceItems(request: ItemRequest): Promise<INodeExecutionData[]> {
	const { output, eventTypes } = selectionOf(request.item);
	const id = jobIdParameter(request.item);
	const answer = (await request.send(READ))[0]?.json ?? {};
	const trace = promised(answer, 'events', 'list', 'list of events');
	const events = eventsOf(trace).filter(
		({ type }) => eventTypes.length === 0 || eventTypes.includes(type as string),
	);
	return output === 'trace'
		? [{ json: { jobId: id, ...trace, events } }]
		: events.map((event) => ({ json: { jobId: id, ...event } }));
}
