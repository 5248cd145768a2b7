import type { INodeProperties } from 'n8n-workflow';

/**
 * What n8n itself adds to the Settings tab of nodes that send requests. It leaves out nodes that can be
 * called, as this one can while it waits by webhook; names, kinds and defaults are n8n's.
 */
export const nodeRequestOptions: INodeProperties = {
	displayName: 'Request Options',
	name: 'requestOptions',
	type: 'collection',
	isNodeSetting: true,
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Batching',
			name: 'batching',
			type: 'fixedCollection',
			typeOptions: { multipleValues: false },
			placeholder: 'Add Batching',
			default: { batch: {} },
			description:
				'Begins items in groups, with a pause between them. Max Concurrency does this better.',
			options: [
				{
					displayName: 'Batching',
					name: 'batch',
					values: [
						{
							displayName: 'Items per Batch',
							name: 'batchSize',
							type: 'number',
							typeOptions: { minValue: -1 },
							default: 50,
							description: 'How many items begin together; n8n takes 0 and -1 for 1',
						},
						{
							displayName: 'Batch Interval (Ms)',
							name: 'batchInterval',
							type: 'number',
							typeOptions: { minValue: 0 },
							default: 1000,
							description: 'Pause between two groups in milliseconds; 0 for none',
						},
					],
				},
			],
		},
		{
			displayName: 'Ignore SSL Issues (Insecure)',
			name: 'allowUnauthorizedCerts',
			type: 'boolean',
			noDataExpression: true,
			default: false,
			description: 'Whether to connect even if SSL certificate validation is not possible',
		},
		{
			displayName: 'Proxy',
			name: 'proxy',
			type: 'string',
			default: '',
			placeholder: 'e.g. http://myproxy:3128',
			description:
				'HTTP proxy that requests go through, with user name and password in its address if it needs them',
		},
		{
			displayName: 'Timeout',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 10000,
			description:
				'Milliseconds after which a request is given up when nothing has come of its answer',
		},
	],
};
