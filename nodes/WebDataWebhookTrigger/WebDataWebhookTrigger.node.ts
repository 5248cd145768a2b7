import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type IHookFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { emit } from './emit/emit';
import { jobFields } from './fields/jobs';
import { receive } from './receive/receive';

export class WebDataWebhookTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Web Data Webhook Trigger',
		name: 'webDataWebhookTrigger',
		icon: { light: 'file:../icons/webData.svg', dark: 'file:../icons/webData.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: 'events of jobs',
		description: 'Starts the workflow when the service tells of a job, without any polling',
		defaults: { name: 'Web Data Webhook Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'webDataApi', required: true, testedBy: 'testApiKey' }],
		webhooks: [
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' },
		],
		properties: [
			{
				displayName: 'Source',
				name: 'source',
				type: 'options',
				noDataExpression: true,
				default: 'jobs',
				description: 'Whose events start the workflow',
				options: [
					{
						name: 'Jobs',
						value: 'jobs',
						description: 'What agent runs, crawls, batches and monitors send to the address above',
					},
				],
			},
			...jobFields,
			{
				displayName:
					'Only calls signed with the Webhook Secret of the credential start the workflow. Without a secret there, anyone who knows the address can start it.',
				name: 'secretNotice',
				type: 'notice',
				default: '',
			},
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				default: {},
				placeholder: 'Add Option',
				options: [
					{
						displayName: 'Include Data',
						name: 'includeData',
						type: 'boolean',
						default: true,
						description:
							'Whether the result is read when a job has ended: that of an agent run, or the first 100 pages of a crawl or batch. Without it, items stay small.',
					},
				],
			},
		],
	};

	webhookMethods = {
		default: {
			// Jobs are told the address by whoever starts them: nothing is registered.
			checkExists(this: IHookFunctions): Promise<boolean> {
				return Promise.resolve(true);
			},
			create(this: IHookFunctions): Promise<boolean> {
				return Promise.resolve(true);
			},
			delete(this: IHookFunctions): Promise<boolean> {
				return Promise.resolve(true);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}

	/** Runs as the first node of the execution that a call has started. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await emit(this)];
	}
}
