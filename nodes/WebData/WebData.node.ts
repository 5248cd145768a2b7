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
import { joined } from './fields/joined';
import { nodeRequestOptions } from './fields/nodeRequestOptions';
import { searchMonitorChecks, searchMonitors } from './listSearch/monitors';
import { searchAgentRuns } from './listSearch/searchAgentRuns';
import { searchBatchScrapes } from './listSearch/searchBatchScrapes';
import { searchBrowserSessions } from './listSearch/searchBrowserSessions';
import { searchCrawls } from './listSearch/searchCrawls';
import { searchSnapshots } from './listSearch/searchSnapshots';
import { accountProperties } from './resources/account';
import { agentRunProperties } from './resources/agentRun';
import { AGENT_RUN } from './resources/agentRun/requests';
import { batchScrapeProperties } from './resources/batchScrape';
import { BATCH_SCRAPE } from './resources/batchScrape/requests';
import { browserSessionProperties, openSessionHint } from './resources/browserSession';
import { crawlProperties } from './resources/crawl';
import { CRAWL } from './resources/crawl/requests';
import { fileProperties } from './resources/file';
import { monitorProperties } from './resources/monitor';
import { pageProperties } from './resources/page';
import { webSearchProperties } from './resources/webSearch';
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
		description:
			'Read, list and crawl websites, search the web, read files, watch pages, and send AI agents to gather data',
		defaults: { name: 'Web Data' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'webDataApi', required: true, testedBy: 'testApiKey' }],
		webhooks: WAKE_WEBHOOKS,
		waitingNodeTooltip: 'Asleep until the service reports that the job has ended',
		// Requests go to the credential's Base URL, but an expression here is resolved twice for each item.
		requestDefaults: { baseURL: 'https://api.firecrawl.dev' },
		hints: [openSessionHint],
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				default: 'website',
				options: [
					{ name: 'Account', value: 'account' },
					{ name: 'Agent Run', value: 'agentRun' },
					{ name: 'Batch Scrape', value: 'batchScrape' },
					{ name: 'Browser Session', value: 'browserSession' },
					{ name: 'Crawl', value: 'crawl' },
					{ name: 'File', value: 'file' },
					{ name: 'Monitor', value: 'monitor' },
					{ name: 'Page', value: 'page' },
					{ name: 'Web Search', value: 'webSearch' },
					{ name: 'Website', value: 'website' },
				],
			},
			...joined([
				...accountProperties,
				...agentRunProperties,
				...batchScrapeProperties,
				...browserSessionProperties,
				...crawlProperties,
				...fileProperties,
				...monitorProperties,
				...pageProperties,
				...webSearchProperties,
				...websiteProperties,
			]),
			maxCharacters,
			nodeRequestOptions,
		],
	};

	methods = {
		credentialTest: { testApiKey },
		listSearch: {
			searchAgentRuns,
			searchBatchScrapes,
			searchBrowserSessions,
			searchCrawls,
			searchMonitorChecks,
			searchMonitors,
			searchSnapshots,
		},
	};

	/** Called while an execution waits by webhook. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await wakeWhenEnded(this, [AGENT_RUN, BATCH_SCRAPE, CRAWL]);
	}
}
