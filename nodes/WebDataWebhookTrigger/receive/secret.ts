import type { IWebhookFunctions } from 'n8n-workflow';

import { CREDENTIAL } from '../../transport/account';

/** Secrets that are being read at the moment, by trigger. */
const reads = new Map<string, Promise<string | undefined>>();

/**
 * The secret that calls are signed with; empty where none was set. Calls that come together share
 * one reading: for n8n each is a query of its database, and anyone may call.
 *
 * @returns undefined where n8n cannot give the credential: then nobody's call is to start anything
 */
export async function secretOf(context: IWebhookFunctions): Promise<string | undefined> {
	const trigger = [context.getWorkflow().id, context.getNode().id, context.getMode()].join(' ');
	const known = reads.get(trigger);
	if (known) return await known;
	const reading = read(context).finally(() => reads.delete(trigger));
	reads.set(trigger, reading);
	return await reading;
}

async function read(context: IWebhookFunctions): Promise<string | undefined> {
	try {
		const { webhookSecret } = await context.getCredentials(CREDENTIAL);
		return typeof webhookSecret === 'string' ? webhookSecret.trim() : '';
	} catch (error) {
		const reason = error instanceof Error ? error.message : '';
		context.logger.warn(`A call was not taken, because its credential cannot be read: ${reason}`);
		return undefined;
	}
}
