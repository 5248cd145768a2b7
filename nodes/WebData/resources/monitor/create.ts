import type { INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { FieldError } from '../../../contract/checks';
import { newMonitor } from '../../../contract/requests/monitor';
import { isRare } from '../../../contract/schedule';
import type { Call } from '../../../operation/call';
import type { Input } from '../../../operation/input';
import { operation } from '../../../operation/operation';
import { monitorOptions, readMonitorOptions } from '../../fields/monitorOptions';
import { readSchedule, scheduleFields } from '../../fields/monitorSchedule';
import { readTargets, targetFields } from '../../fields/monitorTarget';
import { ifCreditsLeft, minCredits } from '../../fields/minCredits';
import { requestOptionsField } from '../../fields/requestOptions';
import { goal, monitorName } from './fields';
import { monitorItem } from './items';
import { CREATE, dataOf, MONITORS, RARE_SCHEDULE_MS } from './requests';

const show = { resource: ['monitor'], operation: ['create'] };

/** Service facts, "G. Monitor", create body. */
export const createFields: INodeProperties[] = [
	{ ...monitorName, required: true, displayOptions: { show } },
	...scheduleFields(show),
	...targetFields(show),
	{ ...goal, displayOptions: { show } },
	requestOptionsField(show, [...monitorOptions, minCredits]),
];

export const create: INodePropertyOptions = {
	name: 'Create',
	value: 'create',
	action: 'Create a monitor',
	description: 'Have pages, a website or web searches checked again and again for changes',
	routing: operation(
		ifCreditsLeft({ fields: createFields, read: selectionOf, work: createMonitor }),
	),
};

interface Selection {
	body: Record<string, unknown>;
	/** Whether the service may need minutes for its schedule. */
	isRare: boolean;
}

function selectionOf(input: Input): Selection {
	const schedule = readSchedule(input);
	if (!schedule) throw new FieldError('schedule', 'is required', undefined);
	const { email, webhook, ...options } = readMonitorOptions(input);
	const fields = { name: input.parameter('name', ''), goal: input.parameter('goal', '') };
	const body = newMonitor({
		body: { ...fields, ...options },
		schedule,
		targets: readTargets(input),
		email,
		webhook,
	});
	return { body, isRare: isRare(schedule, Date.now()) };
}

/** One item with the monitor, and what it will cost a month. */
async function createMonitor(call: Call, selection: Selection): Promise<INodeExecutionData[]> {
	const { body, isRare: isSlow } = selection;
	const answer = await call.send(CREATE, {
		method: 'POST',
		path: MONITORS,
		body,
		...(isSlow && { timeout: RARE_SCHEDULE_MS }),
	});
	return [{ json: monitorItem(dataOf(answer, 'monitor', CREATE)) }];
}
