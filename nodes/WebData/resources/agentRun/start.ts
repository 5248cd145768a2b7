import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { operation } from '../../../operation/operation';
import { auditMetadata } from '../../fields/auditMetadata';
import { onWaitTimeout } from '../../fields/jobOptions';
import { ifCreditsLeft, minCredits } from '../../fields/minCredits';
import { requestOptionsField } from '../../fields/requestOptions';
import { resultFormatFields } from '../../fields/resultFormat';
import { threatProtection } from '../../fields/threatProtection';
import { waitBy } from '../../fields/waitBy';
import { startRun, startSelection } from './startRun';

const show = { resource: ['agentRun'], operation: ['start'] };

/** Supplement, "Start request body". */
export const startFields: INodeProperties[] = [
	{
		displayName: 'Prompt',
		name: 'prompt',
		type: 'string',
		typeOptions: { rows: 4 },
		required: true,
		default: '',
		placeholder: 'e.g. Find the price and the release date of each product',
		description: 'What the agent is to find out, in your own words, at most 10,000 characters',
		hint: 'Each input item starts a run, which costs credits for the work it takes: Max Credits bounds that',
		displayOptions: { show },
		routing: { send: { type: 'body', property: 'prompt' } },
	},
	{
		displayName: 'URLs',
		name: 'urls',
		type: 'string',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add URL' },
		default: [],
		placeholder: 'e.g. https://example.com/products',
		description: 'Pages to concentrate on. Left empty, the agent searches the web by itself.',
		displayOptions: { show },
		routing: { send: { type: 'body', property: 'urls' } },
	},
	...resultFormatFields(show),
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		default: 'run',
		description: 'How the result leaves the node when the run is waited for',
		displayOptions: { show: { ...show, waitForCompletion: [true] } },
		options: [
			{
				name: 'One Item per Record',
				value: 'records',
				description: "An item for each record of the result's list, ready for a spreadsheet",
			},
			{
				name: 'One Item per Run',
				value: 'run',
				description: 'The result in the field data, with status and credits',
			},
		],
	},
	{
		displayName: 'Wait for Completion',
		name: 'waitForCompletion',
		type: 'boolean',
		default: true,
		description:
			'Whether to return the result when the run has ended. Otherwise the node returns the jobId at once, for Get or the Web Data Trigger, and each input item starts its run without waiting for the others.',
		displayOptions: { show },
	},
	requestOptionsField(show, [
		auditMetadata,
		{
			displayName: 'Effort',
			name: 'effort',
			type: 'options',
			default: 'medium',
			description: 'How thoroughly the agent thinks; more effort takes more time and credits',
			options: [
				{ name: 'Low', value: 'low' },
				{ name: 'Medium', value: 'medium' },
				{ name: 'High', value: 'high' },
			],
			routing: { send: { type: 'body', property: 'effort' } },
		},
		{
			displayName: 'If the Run Fails',
			name: 'onFailedRun',
			type: 'options',
			default: 'error',
			description:
				'What happens when the run is waited for and ends without success: failed, refused, cancelled or out of credits',
			options: [
				{
					name: 'Return Its Status',
					value: 'returnStatus',
					description: 'An item with the outcome, for a branch of your own',
				},
				{
					name: 'Stop with an Error',
					value: 'error',
					description: "The node fails with the run's own reason and what to do",
				},
			],
		},
		{
			...onWaitTimeout,
			description: 'What happens when the run takes longer than the node waits. The run goes on.',
		},
		{
			displayName: 'Max Credits',
			name: 'maxCredits',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 2500,
			description: 'How many credits the run may use. A run that reaches the limit fails.',
			hint: 'Above 2,500, a run that fails at the limit is billed all the same',
			routing: { send: { type: 'body', property: 'maxCredits' } },
		},
		minCredits,
		{
			displayName: 'Mode',
			name: 'mode',
			type: 'options',
			default: 'extract',
			description: 'Whether the agent returns data or talks',
			options: [
				{ name: 'Chat', value: 'chat', description: 'The answer is a text, in message' },
				{ name: 'Extract', value: 'extract', description: 'The answer is data' },
			],
			routing: { send: { type: 'body', property: 'mode' } },
		},
		{
			displayName: 'Model',
			name: 'model',
			type: 'options',
			default: '',
			description: 'Which model the agent runs on; an expression may name one not listed here',
			options: [
				{ name: 'Default of the Service', value: '' },
				{ name: 'Spark 1 Mini', value: 'spark-1-mini' },
				{ name: 'Spark 1 Pro', value: 'spark-1-pro' },
				{ name: 'Spark 2', value: 'spark-2' },
			],
			routing: { send: { type: 'body', property: 'model' } },
		},
		{
			displayName: 'Stay on URLs',
			name: 'strictConstrainToURLs',
			type: 'boolean',
			default: false,
			description: 'Whether the agent may visit nothing but the pages under URLs',
			routing: { send: { type: 'body', property: 'strictConstrainToURLs' } },
		},
		{
			displayName: 'Thread ID',
			name: 'threadId',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $json.threadId }}',
			description: 'Continues the conversation of an earlier run, by the threadId it returned',
			routing: { send: { type: 'body', property: 'threadId' } },
		},
		threatProtection,
		waitBy,
		{
			displayName: 'Wait Timeout',
			name: 'waitTimeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 900,
			description:
				'How long to wait for the end of the run. The run itself has no such limit and goes on.',
			hint: 'In seconds; a run often takes several minutes',
		},
		{
			displayName: 'Webhook URL',
			name: 'webhookUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://n8n.example.com/webhook/agent',
			description: 'Address that the service calls with the events of the run',
			routing: { send: { type: 'body', property: 'webhook' } },
		},
	]),
];

export const start: INodePropertyOptions = {
	name: 'Start',
	value: 'start',
	action: 'Start an agent run',
	description:
		'Send an autonomous AI agent to gather data from the web, and wait for its result if wanted',
	routing: operation(ifCreditsLeft({ fields: startFields, read: startSelection, work: startRun })),
};
