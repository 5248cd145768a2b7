import type { INodeProperties } from 'n8n-workflow';

/** How a job that is waited for is found to have ended. */
export const waitBy: INodeProperties = {
	displayName: 'Wait By',
	name: 'waitBy',
	type: 'options',
	default: 'polling',
	description:
		'How the node learns that the job has ended. By webhook the execution sleeps meanwhile, even for hours, and needs no worker; n8n must have an address that the service can reach.',
	options: [
		{
			name: 'Polling',
			value: 'polling',
			description: 'The node reads the status every few seconds; works everywhere',
		},
		{
			name: 'Webhook',
			value: 'webhook',
			description: 'The service calls n8n. After Wait Timeout the node looks once by itself.',
		},
	],
};
