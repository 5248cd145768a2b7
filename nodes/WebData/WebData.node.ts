import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { WAKE_WEBHOOKS, wakeWhenEnded } from '../jobs/wake';
import { maxCharacters } from '../operation/toolOutput';
import { testApiKey } from './credentialTest/testApiKey';
import { searchAgentRuns } from './listSearch/searchAgentRuns';
import { searchSnapshots } from './listSearch/searchSnapshots';
import { agentRunProperties } from './resources/agentRun';
import { AGENT_RUN } from './resources/agentRun/startRun';
import { websiteProperties } from './resources/website';

export class WebData implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Web Data',
		name: 'webData',
		icon: { light: 'file:../icons/webData.svg', dark: 'file:../icons/webData.dark.svg' },
		group: ['input'],
		version: 1,
		// Internal names as words: "get snapshot: agent run".
		subtitle:
			'={{ ($parameter["operation"].replace("getAll", "getMany") + ": " + $parameter["resource"]).replace(/[A-Z]/g, " $&").toLowerCase() }}',
		description: 'List the pages of websites, and send AI agents to gather data from the web',
		defaults: { name: 'Web Data' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'webDataApi', required: true, testedBy: 'testApiKey' }],
		webhooks: WAKE_WEBHOOKS,
		waitingNodeTooltip: 'Asleep until the service reports that the job has ended',
		requestDefaults: { baseURL: '={{$credentials.baseUrl}}' },
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				default: 'website',
				options: [
					{ name: 'Agent Run', value: 'agentRun' },
					{ name: 'Website', value: 'website' },
				],
			},
			...agentRunProperties,
			...websiteProperties,
			maxCharacters,
		],
	};

	methods = {
		credentialTest: { testApiKey },
		listSearch: { searchAgentRuns, searchSnapshots },
	};

	/** Called while an execution waits by webhook. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await wakeWhenEnded(this, [AGENT_RUN]);
	}
}
