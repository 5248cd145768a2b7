import type { IHookFunctions, INodeProperties, NodeApiError } from 'n8n-workflow';

import { explain } from '../../messages/explain';
import { withoutKey } from '../../messages/withoutKey';
import { apiError } from '../../operation/apiError';
import { inDisplayNames } from '../../operation/displayNames';
import { apiKeyOf, CREDENTIAL } from '../../transport/account';
import { monitorFields } from '../fields/monitor';
import { triggerOptions } from '../fields/options';
import { readSource } from '../settings';
import { OwnMonitor } from './ownMonitor';

/** What a monitor is described by: errors call a field by its display name. */
const FIELDS: INodeProperties[] = [...monitorFields, ...triggerOptions];

/** Whether nothing has to be registered. Jobs are told the address by whoever starts them. */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	return await explained(context, async () => {
		if (readSource(context) === 'jobs') return true;
		return await (await OwnMonitor.of(context)).exists();
	});
}

/** Creates the monitor that calls the trigger. */
export async function register(context: IHookFunctions): Promise<boolean> {
	return await explained(context, async () => {
		if (readSource(context) === 'monitor') await (await OwnMonitor.of(context)).create();
		return true;
	});
}

/** Deletes the monitor that calls the trigger. */
export async function unregister(context: IHookFunctions): Promise<boolean> {
	return await explained(context, async () => {
		if (readSource(context) === 'monitor') await (await OwnMonitor.of(context)).delete();
		return true;
	});
}

/** @throws NodeApiError whose message says everything: of a failed activation n8n shows no more */
async function explained<T>(context: IHookFunctions, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		throw await registrationError(context, error);
	}
}

async function registrationError(context: IHookFunctions, error: unknown): Promise<NodeApiError> {
	const apiKey = await context.getCredentials(CREDENTIAL).then(apiKeyOf, () => '');
	const explanation = withoutKey(explain(inDisplayNames(error as Error, FIELDS)), apiKey);
	const message = [explanation.message, explanation.description].filter(Boolean).join('. ');
	return apiError(context.getNode(), { ...explanation, message, description: '' });
}
