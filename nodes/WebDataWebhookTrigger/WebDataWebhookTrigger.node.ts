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
import { monitorFields } from './fields/monitor';
import { triggerOptions } from './fields/options';
import { receive } from './receive/receive';
import { isRegistered, register, unregister } from './register/registration';

export class WebDataWebhookTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Web Data Webhook Trigger',
		name: 'webDataWebhookTrigger',
		icon: { light: 'file:../icons/webData.svg', dark: 'file:../icons/webData.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["source"] === "jobs" ? "events of jobs" : "own monitor" }}',
		description:
			'Starts the workflow when the service calls it: a watched page has changed, or a job has ended',
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
				default: 'monitor',
				description: 'Whose events start the workflow',
				options: [
					{
						name: 'Jobs',
						value: 'jobs',
						description: 'What agent runs, crawls, batches and monitors send to the address above',
					},
					{
						name: 'Monitor',
						value: 'monitor',
						description: 'Changes of pages that a monitor of this trigger watches',
					},
				],
			},
			...jobFields,
			...monitorFields,
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
				options: triggerOptions,
			},
		],
	};

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await isRegistered(this);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await register(this);
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return await unregister(this);
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
