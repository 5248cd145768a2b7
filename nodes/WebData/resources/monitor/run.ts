import type {
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { isRecord } from '../../../contract/checks';
import type { Call } from '../../../operation/call';
import { operation } from '../../../operation/operation';
import { monitorId, monitorIdOf } from '../../fields/monitorId';
import { ifCreditsLeft, minCredits } from '../../fields/minCredits';
import { requestOptionsField } from '../../fields/requestOptions';
import { checkItem } from './items';
import { dataOf, routeOf, RUN } from './requests';

const show = { resource: ['monitor'], operation: ['run'] };

export const runFields: INodeProperties[] = [
	{
		...monitorId,
		hint: 'A check costs one credit per page, 5 where fields are read from it, and one more per change that is judged',
		displayOptions: { show },
	},
	requestOptionsField(show, [minCredits]),
];

export const run: INodePropertyOptions = {
	name: 'Run',
	value: 'run',
	action: 'Run a check of a monitor now',
	description: 'Start a check now, beside the schedule; Get Check reads what it finds',
	routing: operation(ifCreditsLeft({ fields: runFields, read: monitorIdOf, work: runMonitor })),
};

async function runMonitor(call: Call, id: string): Promise<INodeExecutionData[]> {
	const answer = await call.send(RUN, { method: 'POST', path: routeOf(id, '/run') });
	return [{ json: checkItem(startedCheck(answer), id) }];
}

/** The id stands beside the check, in it, or in both. */
function startedCheck(answer: IDataObject): IDataObject {
	const { id, data } = answer;
	if (typeof id !== 'string') return dataOf(answer, 'check', RUN);
	return { id, ...(isRecord(data) && (data as IDataObject)) };
}
