import type { INodeProperties } from 'n8n-workflow';

import { monitorOptions } from '../../WebData/fields/monitorOptions';
import { byDisplayName } from '../../WebData/fields/byDisplayName';
import { monitorName } from '../../WebData/resources/monitor/fields';

const displayOptions = { show: { '/source': ['monitor'] } };

/** In n8n's order. The webhook of the monitor is the trigger's own. */
const options: INodeProperties[] = [
	...monitorOptions
		.filter(({ name }) => !name.startsWith('webhook'))
		.map((field) => ({ ...field, displayOptions })),
	{
		...monitorName,
		displayName: 'Monitor Name',
		description: 'What the monitor is called at the service. Without this option, as the workflow.',
		displayOptions,
	},
	{
		displayName: 'Only Meaningful',
		name: 'onlyMeaningful',
		type: 'boolean',
		default: false,
		description:
			"Whether to leave out pages whose change the monitor's judge calls unimportant. It judges where the monitor has a goal; pages that it did not judge start the workflow.",
		displayOptions,
	},
	{
		displayName: 'Include Data',
		name: 'includeData',
		type: 'boolean',
		default: true,
		description:
			'Whether items carry what was found: the differences of a page, the result of an agent run, or the first 100 pages of a crawl or batch. Without it, items stay small.',
	},
];

export const triggerOptions: INodeProperties[] = options.sort(byDisplayName);
