import type { INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Call } from '../../../operation/call';
import { operation } from '../../../operation/operation';
import { ErrorAnswer } from '../../../transport/failure';
import { monitorId, monitorIdOf } from '../../fields/monitorId';
import { requestOptionsField } from '../../fields/requestOptions';
import { READ, routeOf } from './requests';

const show = { resource: ['monitor'], operation: ['delete'] };

export const deleteFields: INodeProperties[] = [
	{ ...monitorId, displayOptions: { show } },
	requestOptionsField(show),
];

export const deleteOperation: INodePropertyOptions = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete a monitor',
	description: 'End a monitor for good, with what its checks have found',
	routing: operation({ fields: deleteFields, read: monitorIdOf, work: deleteMonitor }),
};

async function deleteMonitor(call: Call, id: string): Promise<INodeExecutionData[]> {
	await call.send(READ, { method: 'DELETE', path: routeOf(id) }).catch((error: unknown) => {
		if (!wasDeletedBefore(error)) throw error;
	});
	return [{ json: { deleted: true, monitorId: id } }];
}

/** A repeated request finds no monitor because the first one, whose answer was lost, did its work. */
function wasDeletedBefore(error: unknown): boolean {
	const isUnknown = error instanceof ErrorAnswer && error.isFromService && error.status === 404;
	return isUnknown && error.attempts > 1;
}
