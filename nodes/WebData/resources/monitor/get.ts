import type { INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Call } from '../../../operation/call';
import { operation } from '../../../operation/operation';
import { monitorId, monitorIdOf } from '../../fields/monitorId';
import { requestOptionsField } from '../../fields/requestOptions';
import { monitorItem } from './items';
import { dataOf, read, routeOf } from './requests';

const show = { resource: ['monitor'], operation: ['get'] };

export const getFields: INodeProperties[] = [
	{ ...monitorId, displayOptions: { show } },
	requestOptionsField(show),
];

export const get: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	action: 'Get a monitor',
	description: 'Read what a monitor watches, when it checks next and what its last check found',
	routing: operation({ fields: getFields, read: monitorIdOf, work: getMonitor }),
};

async function getMonitor(call: Call, id: string): Promise<INodeExecutionData[]> {
	const answer = await read(call, routeOf(id));
	return [{ json: monitorItem(dataOf(answer, 'monitor')) }];
}
