import { randomUUID } from 'node:crypto';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { signatureOf, type Service } from '../../../sandbox/service/index.ts';
import type { CallOptions } from '../../support/engine.ts';
import type { ReceivedCall } from '../../support/receivedCall.ts';
import { engine } from '../engineUnderTest.ts';

export { engine };
export { serviceUnderTest, TestClock } from '../../sandbox/serviceUnderTest.ts';

export const KEY = 'sandbox-key';
export const SECRET = 'secret-of-the-webhooks';

/** What the service would send; fields of the call on top. */
export function eventBody(fields: IDataObject): string {
	return JSON.stringify({
		success: true,
		id: randomUUID(),
		webhookId: randomUUID(),
		data: [],
		metadata: {},
		...fields,
	});
}

/** How a test calls: signed with the secret where it says nothing else. */
export interface Sending extends Partial<Omit<CallOptions, 'node' | 'body'>> {
	parameters?: INodeParameters;
	/** Secret in the credential; none where empty. */
	secret?: string;
	/** Header of the signature; none where null. */
	signature?: string | null;
}

/** Calls the trigger with a body. */
export async function call(
	service: Pick<Service, 'url'>,
	body: string | Buffer,
	{ secret = SECRET, signature, parameters = {}, ...options }: Sending = {},
): Promise<ReceivedCall> {
	const signed = signature === undefined ? signatureOf(String(body), SECRET) : signature;
	return await engine().receiveCall({
		node: 'webDataWebhookTrigger',
		parameters: { source: 'jobs', ...parameters },
		credentials: { apiKey: KEY, baseUrl: service.url, webhookSecret: secret },
		headers: signed === null ? {} : { 'x-firecrawl-signature': signed },
		body,
		...options,
	});
}

/** The only item's json; an execution that failed or never began shows why instead. */
export function onlyJson({ items, error, status }: ReceivedCall): IDataObject {
	if (error) throw new Error(`The execution failed: ${error.message}`, { cause: error });
	const [item, ...others] = items ?? [];
	if (!item || others.length > 0) {
		throw new Error(`${items?.length ?? 'No'} items instead of one, answered with ${status}`);
	}
	return item.json;
}
