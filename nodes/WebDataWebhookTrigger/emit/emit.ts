import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { WebhookCall } from '../../contract/webhookCall';
import { eventOfCall } from '../../events/jobEvent';
import { explain } from '../../messages/explain';
import { withoutKey } from '../../messages/withoutKey';
import { apiError } from '../../operation/apiError';
import { apiKeyOf, CREDENTIAL } from '../../transport/account';
import { readIncludeData } from '../settings';
import { isFirstTime } from './firstTime';
import { readResult } from './readResult';

/**
 * Makes the workflow's first items of the calls that started it. It runs within the execution, where
 * reading a result may take its time, and where n8n keeps record of what came before.
 *
 * @throws NodeApiError when a result cannot be read; executed again, the node begins anew
 */
export async function emit(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	for (const [index, { json }] of context.getInputData().entries()) {
		const call = json as unknown as WebhookCall;
		const event = await eventOf(context, call);
		// Remembered last: what failed before may be tried again.
		if (await isFirstTime(context, call.webhookId)) {
			items.push({ json: event, pairedItem: { item: index } });
		}
	}
	return items;
}

async function eventOf(context: IExecuteFunctions, call: WebhookCall): Promise<IDataObject> {
	try {
		return readIncludeData({
			getNodeParameter: (name, fallback) => context.getNodeParameter(name, 0, fallback),
		})
			? await readResult(context, call)
			: eventOfCall(call);
	} catch (error) {
		const apiKey = await context.getCredentials(CREDENTIAL).then(apiKeyOf, () => '');
		throw apiError(context.getNode(), withoutKey(explain(error), apiKey));
	}
}
