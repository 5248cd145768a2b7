import type {
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { isRecord } from '../../../contract/checks';
import type { Call } from '../../../operation/call';
import { operation } from '../../../operation/operation';
import { unexpectedAnswer } from '../../../transport/requireField';
import { requestOptions } from '../../fields/requestOptions';
import { readAccount } from './requests';

export const getCreditsFields: INodeProperties[] = [
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		placeholder: 'Add Option',
		displayOptions: { show: { resource: ['account'], operation: ['getCredits'] } },
		options: requestOptions,
	},
];

export const getCredits: INodePropertyOptions = {
	name: 'Get Credits',
	value: 'getCredits',
	action: 'Get the credits of an account',
	description: 'Read how many credits are left, and when the billing period ends',
	routing: operation({ fields: getCreditsFields, read: () => undefined, work: readCredits }),
};

/** One item with `remainingCredits` and, where the service tells them, plan and billing period. */
async function readCredits(call: Call): Promise<INodeExecutionData[]> {
	const { data } = await readAccount(call, 'credit-usage');
	if (!isRecord(data) || typeof data.remainingCredits !== 'number') {
		throw unexpectedAnswer('number of credits');
	}
	return [{ json: data as IDataObject }];
}
