import type { INodeProperties } from 'n8n-workflow';

/** Options that jobs share; those of an agent run have words of their own. */
export const cancelJobOnStop: INodeProperties = {
	displayName: 'Cancel Job on Stop',
	name: 'cancelJobOnStop',
	type: 'boolean',
	default: false,
	description:
		'Whether the job is cancelled too when the execution is stopped while it waits. Otherwise it goes on, and Get can read its result.',
};

export const ignoreFinished: INodeProperties = {
	displayName: 'Ignore Finished Jobs',
	name: 'ignoreFinished',
	type: 'boolean',
	default: false,
	description: 'Whether a job that is already over counts as done rather than as an error',
};

export const onFailedJob: INodeProperties = {
	displayName: 'If the Job Fails',
	name: 'onFailedJob',
	type: 'options',
	default: 'error',
	description: 'What happens when the job as a whole ends without success: failed or cancelled',
	options: [
		{
			name: 'Return the Pages Read Before',
			value: 'returnPages',
			description: 'They leave the node, each as an item',
		},
		{
			name: 'Stop with an Error',
			value: 'error',
			description: 'The node fails and names the job, from which Get can still read pages',
		},
	],
};

export const outputField: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	default: 'items',
	description: 'In which form the pages leave the node',
	options: [
		{
			name: 'File',
			value: 'file',
			description:
				'One item with a JSON Lines file, a page a line, and a further file after every 100 MB. For more than some 1,000 pages.',
		},
		{
			name: 'Items',
			value: 'items',
			description: 'An item for each page, up to 100 MB of them',
		},
	],
};

export const onWaitTimeout: INodeProperties = {
	displayName: 'If the Wait Times Out',
	name: 'onWaitTimeout',
	type: 'options',
	default: 'error',
	description: 'What happens when the job takes longer than the node waits. The job goes on.',
	options: [
		{
			name: 'Return Its Status',
			value: 'returnStatus',
			description: 'An item with the jobId and the status so far',
		},
		{
			name: 'Stop with an Error',
			value: 'error',
			description: 'The node fails and names the jobId, so that Get can read the result later',
		},
	],
};

export const waitForPages: INodeProperties = {
	displayName: 'Wait for Completion',
	name: 'waitForCompletion',
	type: 'boolean',
	default: true,
	description:
		'Whether to return the pages when all are read. Otherwise the node returns the jobId at once, for Get.',
};

export const maxPagesAtOnce: INodeProperties = {
	displayName: 'Max Pages at Once',
	name: 'maxPagesAtOnce',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 2,
	description:
		'How many pages of the job the service reads at the same time. Without this option, as many as the plan allows.',
};

export const waitTimeout: INodeProperties = {
	displayName: 'Wait Timeout',
	name: 'waitTimeout',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 3600,
	description:
		'How long to wait for the end of the job. The job itself has no such limit and goes on.',
	hint: 'In seconds',
};

/** Seconds that jobs of pages are waited for where the user says nothing else. */
export const DEFAULT_WAIT_SECONDS = 3_600;

export const webhookUrl: INodeProperties = {
	displayName: 'Webhook URL',
	name: 'webhookUrl',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://n8n.example.com/webhook/pages',
	description: 'Address that the service calls with the events of the job',
};
