import type { INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { oneOf, textList } from '../../../contract/checks';
import { changedMonitor, REMOVABLE } from '../../../contract/requests/monitor';
import { isRare } from '../../../contract/schedule';
import type { Call } from '../../../operation/call';
import type { Input } from '../../../operation/input';
import { operation } from '../../../operation/operation';
import { monitorId, monitorIdOf } from '../../fields/monitorId';
import { monitorOptions, readMonitorOptions } from '../../fields/monitorOptions';
import { readSchedule, scheduleFields } from '../../fields/monitorSchedule';
import { readTargets, targetFields } from '../../fields/monitorTarget';
import { requestOptionsField } from '../../fields/requestOptions';
import { goal, monitorName } from './fields';
import { monitorItem } from './items';
import { dataOf, RARE_SCHEDULE_MS, routeOf, UPDATE } from './requests';

const show = { resource: ['monitor'], operation: ['update'] };

const KEPT = 'Leave it empty to keep the present one.';

const removed: INodeProperties = {
	displayName: 'Remove',
	name: 'remove',
	type: 'multiOptions',
	default: [],
	description: 'What the monitor shall no longer have',
	options: [
		{ name: 'Email Notifications', value: 'notification' },
		{ name: 'Goal', value: 'goal' },
		{ name: 'Webhook', value: 'webhook' },
	],
};

/** Service facts, "G. Monitor": what is left empty stays as it is. */
export const updateFields: INodeProperties[] = [
	{ ...monitorId, displayOptions: { show } },
	{
		displayName: 'Status',
		name: 'status',
		type: 'options',
		default: '',
		description: 'Whether the monitor checks on its schedule',
		displayOptions: { show },
		options: [
			{ name: 'Active', value: 'active', description: 'It checks on its schedule' },
			{ name: 'As Before', value: '' },
			{
				name: 'Paused',
				value: 'paused',
				description: 'It does not check until it is active again',
			},
		],
	},
	{
		...monitorName,
		description: `${monitorName.description ?? ''}. ${KEPT}`,
		displayOptions: { show },
	},
	...scheduleFields(show, true),
	...targetFields(show, true),
	{ ...goal, description: `${goal.description ?? ''} ${KEPT}`, displayOptions: { show } },
	requestOptionsField(show, [...monitorOptions, removed]),
];

export const update: INodePropertyOptions = {
	name: 'Update',
	value: 'update',
	action: 'Update a monitor',
	description: 'Change a monitor, pause it or let it go on',
	routing: operation({ fields: updateFields, read: selectionOf, work: updateMonitor }),
};

interface Selection {
	monitorId: string;
	body: Record<string, unknown>;
	/** Whether the service may need minutes for its schedule. */
	isRare: boolean;
}

function selectionOf(input: Input): Selection {
	const id = monitorIdOf(input);
	const schedule = readSchedule(input);
	const { email, webhook, ...options } = readMonitorOptions(input);
	const field = (name: string) => input.parameter(name, '');
	const removals = textList('remove', input.parameter('options.remove', []), { commas: true });
	const body = changedMonitor(
		{
			body: { status: field('status'), name: field('name'), goal: field('goal'), ...options },
			schedule,
			targets: readTargets(input),
			email,
			webhook,
		},
		removals.map((name) => oneOf(...REMOVABLE)('remove', name)),
	);
	return { monitorId: id, body, isRare: schedule !== undefined && isRare(schedule, Date.now()) };
}

/** One item with the monitor as it is now. */
async function updateMonitor(call: Call, selection: Selection): Promise<INodeExecutionData[]> {
	const { monitorId: id, body, isRare: isSlow } = selection;
	const answer = await call.send(UPDATE, {
		method: 'PATCH',
		path: routeOf(id),
		body,
		...(isSlow && { timeout: RARE_SCHEDULE_MS }),
	});
	return [{ json: monitorItem(dataOf(answer, 'monitor', UPDATE)) }];
}
