import type { INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Call } from '../../../operation/call';
import { operation } from '../../../operation/operation';
import { requestOptionsField } from '../../fields/requestOptions';
import { readCredits } from './requests';

export const getCreditsFields: INodeProperties[] = [
	requestOptionsField({ resource: ['account'], operation: ['getCredits'] }),
];

export const getCredits: INodePropertyOptions = {
	name: 'Get Credits',
	value: 'getCredits',
	action: 'Get the credits of an account',
	description: 'Read how many credits are left, and when the billing period ends',
	routing: operation({ fields: getCreditsFields, read: () => undefined, work: getItem }),
};

/** One item with `remainingCredits` and, where the service tells them, plan and billing period. */
async function getItem(call: Call): Promise<INodeExecutionData[]> {
	return [{ json: await readCredits(call) }];
}
