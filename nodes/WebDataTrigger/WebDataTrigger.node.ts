import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { monitorId } from '../WebData/fields/monitorId';
import { searchMonitors } from '../WebData/listSearch/monitors';
import { oneAtATime } from './poll/oneAtATime';
import { pollForEvents } from './poll/poll';
import { pollError } from './poll/pollError';
import { triggerKey } from './state/storedState';

export class WebDataTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Web Data Trigger',
		name: 'webDataTrigger',
		icon: { light: 'file:../icons/webData.svg', dark: 'file:../icons/webData.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ { monitor: "pages of a monitor", runs: "runs named by ID" }[$parameter["watch"]] || "all runs of the team" }}',
		// In its list of nodes, n8n shows this text for the Web Data node as well.
		description:
			'Starts the workflow when an agent run ends or a watched page changes; the node itself reads, maps, crawls and searches websites and runs agents',
		defaults: { name: 'Web Data Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'webDataApi', required: true, testedBy: 'testApiKey' }],
		properties: [
			{
				displayName: 'Watch',
				name: 'watch',
				type: 'options',
				default: 'team',
				description: 'What starts the workflow',
				options: [
					{
						name: 'All Runs of the Team',
						value: 'team',
						description: "Every run of the API key's team, whoever started it",
					},
					{
						name: 'Pages of a Monitor',
						value: 'monitor',
						description: 'Every page that a check of the monitor finds changed, new or gone',
					},
					{
						name: 'Runs Named by ID',
						value: 'runs',
						description: 'Only the runs whose IDs are given',
					},
				],
			},
			{
				displayName: 'Agent Run IDs',
				name: 'jobIds',
				type: 'string',
				typeOptions: { multipleValues: true, multipleValueButtonText: 'Add ID' },
				required: true,
				default: [],
				placeholder: 'e.g. 0190c6f1-6c2b-7d3e-8a4f-5b6c7d8e9f00',
				description: 'The runs to wait for, by the jobId that Start returned',
				displayOptions: { show: { watch: ['runs'] } },
			},
			{
				...monitorId,
				description: 'The monitor to watch; create one with the Web Data node',
				displayOptions: { show: { watch: ['monitor'] } },
			},
			{
				displayName: 'Page Statuses',
				name: 'pageStatuses',
				type: 'multiOptions',
				required: true,
				default: ['new', 'changed', 'removed'],
				description: 'Which pages of a check start the workflow',
				displayOptions: { show: { watch: ['monitor'] } },
				options: [
					{
						name: 'Changed',
						value: 'changed',
						action: 'On watched page changed',
						description: 'The page is not what it was at the check before',
					},
					{
						name: 'Error',
						value: 'error',
						action: 'On watched page failed',
						description: 'The page could not be read',
					},
					{
						name: 'New',
						value: 'new',
						action: 'On new page watched',
						description: 'No check before has found the page',
					},
					{
						name: 'Removed',
						value: 'removed',
						action: 'On watched page removed',
						description: 'The page is gone',
					},
				],
			},
			{
				displayName: 'Events',
				name: 'events',
				type: 'multiOptions',
				required: true,
				default: ['completed', 'failed', 'cancelled', 'creditLimitReached', 'refused'],
				description: 'How a run has to end to start the workflow',
				displayOptions: { show: { watch: ['runs', 'team'] } },
				options: [
					{
						name: 'Any End',
						value: 'any',
						action: 'On any agent run ended',
						description: 'The run is over, in whatever way',
					},
					{
						name: 'Cancelled',
						value: 'cancelled',
						action: 'On agent run cancelled',
						description: 'Someone cancelled the run',
					},
					{
						name: 'Completed',
						value: 'completed',
						action: 'On agent run completed',
						description: 'The run has a result',
					},
					{
						name: 'Credit Limit Reached',
						value: 'creditLimitReached',
						action: 'On agent run out of credits',
						description: 'The run used up its Max Credits',
					},
					{
						name: 'Failed',
						value: 'failed',
						action: 'On agent run failed',
						description: 'The run failed unexpectedly',
					},
					{
						name: 'Refused',
						value: 'refused',
						action: 'On agent run refused',
						description: 'The agent declined the task',
					},
				],
			},
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				default: {},
				placeholder: 'Add Option',
				options: [
					{
						displayName: 'Emit Existing',
						name: 'emitExisting',
						type: 'boolean',
						default: false,
						description:
							'Whether runs and checks that ended before the workflow was first activated start it too, all at once',
					},
					{
						displayName: 'Include Data',
						name: 'includeData',
						type: 'boolean',
						default: true,
						description:
							"Whether events carry the run's result, or the page's difference. Without it, items stay small.",
					},
					{
						displayName: 'Only Meaningful',
						name: 'onlyMeaningful',
						type: 'boolean',
						default: false,
						description:
							"Whether to leave out pages whose change the monitor's judge calls unimportant. It judges where the monitor has a goal; pages that it did not judge start the workflow.",
						displayOptions: { show: { '/watch': ['monitor'] } },
					},
					{
						displayName: 'Prompt Contains',
						name: 'promptContains',
						type: 'string',
						default: '',
						placeholder: 'e.g. [price watch]',
						description:
							'Only runs whose prompt contains this text start the workflow, capital letters aside. Not for runs named by ID.',
						displayOptions: { show: { '/watch': ['team'] } },
					},
				],
			},
		],
	};

	methods = { listSearch: { searchMonitors } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const poll = async () => {
			try {
				return await pollForEvents(this);
			} catch (error) {
				throw await pollError(this, error);
			}
		};
		if (this.getMode() === 'manual') return await poll();
		return await oneAtATime(triggerKey(this), this.getWorkflowStaticData('node'), poll);
	}
}
