import type {
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { isRecord } from '../../../contract/checks';
import type { Call } from '../../../operation/call';
import { operation } from '../../../operation/operation';
import { requireField } from '../../../transport/requireField';
import { requestOptionsField } from '../../fields/requestOptions';
import { readAccount } from './requests';

export const getCreditHistoryFields: INodeProperties[] = [
	requestOptionsField({ resource: ['account'], operation: ['getCreditHistory'] }, [
		{
			displayName: 'By API Key',
			name: 'byApiKey',
			type: 'boolean',
			default: true,
			description: 'Whether to tell the credits of each API key apart',
		},
	]),
];

export const getCreditHistory: INodePropertyOptions = {
	name: 'Get Credit History',
	value: 'getCreditHistory',
	action: 'Get the credit history of an account',
	description: 'Read how many credits were used in each billing period',
	routing: operation({
		fields: getCreditHistoryFields,
		read: (input) => input.flag('options.byApiKey', false),
		work: readHistory,
	}),
};

/** An item for each period. */
async function readHistory(call: Call, byApiKey: boolean): Promise<INodeExecutionData[]> {
	const qs = byApiKey ? { byApiKey: 'true' } : {};
	const answer = await readAccount(call, 'credit-usage/historical', qs);
	const periods = requireField(answer, 'periods', 'list', 'list of billing periods');
	return periods.filter(isRecord).map((period) => ({ json: itemOf(period as IDataObject) }));
}

/** The service calls what was used by either of two names. */
function itemOf({ totalCredits, ...period }: IDataObject): IDataObject {
	return totalCredits === undefined ? period : { ...period, creditsUsed: totalCredits };
}
