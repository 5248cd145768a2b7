import type { INodeProperties } from 'n8n-workflow';

import { scheduleFields } from '../../WebData/fields/monitorSchedule';
import { targetFields } from '../../WebData/fields/monitorTarget';
import { goal } from '../../WebData/resources/monitor/fields';

const show = { source: ['monitor'] };

/** The monitor that belongs to the trigger, and what of it starts the workflow. */
export const monitorFields: INodeProperties[] = [
	{
		displayName:
			'When the workflow is switched on, a monitor that calls it is created at the service, and deleted when it is switched off. A test creates another one, which checks once at once and is deleted thereafter.',
		name: 'monitorNotice',
		type: 'notice',
		default: '',
		displayOptions: { show },
	},
	...scheduleFields(show),
	...targetFields(show),
	{ ...goal, displayOptions: { show } },
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		default: ['monitorPage'],
		description: 'What has to happen to start the workflow',
		displayOptions: { show },
		options: [
			{
				name: 'Check Completed',
				value: 'checkCompleted',
				action: 'On check of own monitor completed',
				description: 'A check has ended, with or without changes',
			},
			{
				name: 'Page',
				value: 'monitorPage',
				action: 'On page of own monitor changed',
				description: 'A check has found a page with one of the statuses below',
			},
		],
	},
	{
		displayName: 'Page Statuses',
		name: 'pageStatuses',
		type: 'multiOptions',
		required: true,
		default: ['new', 'changed', 'removed'],
		description: 'Which pages of a check start the workflow',
		displayOptions: { show: { ...show, events: ['monitorPage'] } },
		options: [
			{
				name: 'Changed',
				value: 'changed',
				description: 'The page is not what it was at the check before',
			},
			{ name: 'Error', value: 'error', description: 'The page could not be read' },
			{ name: 'New', value: 'new', description: 'No check before has found the page' },
			{
				name: 'Removed',
				value: 'removed',
				description: 'The page is gone; told at the end of the check',
			},
		],
	},
];
