import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';

import { FieldError, isBlank } from '../../contract/checks';
import { CREDENTIAL } from '../../transport/account';

const RULE =
	'must be text: correct it or its expression in the credential, or leave the field empty to take calls that are not signed';

/** Secrets that are being read at the moment, by trigger. */
const reads = new Map<string, Promise<string | undefined>>();

/**
 * The secret that calls are signed with; empty where none was set. Calls that come together share
 * one reading: for n8n each is a query of its database, and anyone may call.
 *
 * @returns undefined where the credential gives none that can be used: then nobody's call is to start
 * anything
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
		return secretIn(await context.getCredentials(CREDENTIAL));
	} catch (error) {
		const reason = error instanceof Error ? error.message : '';
		context.logger.warn(`A call was not taken, because its credential cannot be used: ${reason}`);
		return undefined;
	}
}

/**
 * Calls go unchecked only where the field was left empty: an expression that finds nothing gives
 * something else, and is meant to be a secret.
 *
 * @throws FieldError
 */
function secretIn(credential: ICredentialDataDecryptedObject): string {
	const { webhookSecret } = credential;
	if (webhookSecret === '' || !('webhookSecret' in credential)) return '';
	const secret = typeof webhookSecret === 'number' ? String(webhookSecret) : webhookSecret;
	if (typeof secret === 'string' && !isBlank(secret)) return secret.trim();
	throw new FieldError('Webhook Secret', RULE, undefined);
}
