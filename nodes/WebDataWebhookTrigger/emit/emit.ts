import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { WebhookCall } from '../../contract/webhookCall';
import { eventOfCall } from '../../events/jobEvent';
import { choiceOf } from '../../events/webhookEvents';
import { explain } from '../../messages/explain';
import { withoutKey } from '../../messages/withoutKey';
import { apiError } from '../../operation/apiError';
import { apiKeyOf, CREDENTIAL } from '../../transport/account';
import { removedPages } from '../receive/isWanted';
import { readEvents, readIncludeData, readPageFilter, type Parameters } from '../settings';
import { isFirstTime } from './firstTime';
import { readResult } from './readResult';
import { removedPagesOf } from './removedPages';

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
		const events = await explained(context, async () => await eventsOf(context, call));
		// Remembered last: what failed before may be tried again.
		if (!(await isFirstTime(context, call.webhookId))) continue;
		items.push(...events.map((event) => ({ json: event, pairedItem: { item: index } })));
	}
	return items;
}

async function eventsOf(context: IExecuteFunctions, call: WebhookCall): Promise<IDataObject[]> {
	const parameters: Parameters = {
		getNodeParameter: (name, fallback) => context.getNodeParameter(name, 0, fallback),
	};
	const includeData = readIncludeData(parameters);
	const events = readEvents(parameters);
	const isChosen = events.includes(choiceOf(call.type) ?? '');
	const own = async () =>
		includeData ? await readResult(context, call) : eventOfCall(call, false);
	const isCheck = call.type === 'monitor.check.completed';
	const expected = isCheck ? removedPages(call, events, readPageFilter(parameters)) : 0;
	return [
		...(expected > 0 ? await removedPagesOf(context, call, { expected, includeData }) : []),
		...(isChosen ? [await own()] : []),
	];
}

async function explained<T>(context: IExecuteFunctions, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		const apiKey = await context.getCredentials(CREDENTIAL).then(apiKeyOf, () => '');
		throw apiError(context.getNode(), withoutKey(explain(error), apiKey));
	}
}
