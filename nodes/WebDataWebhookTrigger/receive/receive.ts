import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { webhookCall } from '../../contract/webhookCall';
import { isSigned, SIGNATURE_HEADER } from '../../contract/webhookSignature';
import { isWanted } from './isWanted';
import { secretOf } from './secret';

/**
 * Takes a call of the service: it starts an execution when it is signed as it has to be and tells a
 * chosen event. Nothing is read from the service here, so that it has its answer at once.
 *
 * @returns the call as the one item, which the execution begins with
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const secret = await secretOf(context);
	if (secret === undefined) return answer(context, 503, 'The credential cannot be read');
	const { rawBody, headers } = context.getRequestObject();
	// n8n leaves it out for forms with files, which the service never sends.
	const body = (rawBody as Buffer | undefined) ?? Buffer.alloc(0);
	if (secret !== '' && !isSigned(body, headers[SIGNATURE_HEADER], secret)) {
		return answer(context, 401, 'Unauthorized');
	}
	const call = webhookCall(body.toString('utf8'));
	if (!call) return answer(context, 400, 'Not an event of the web data service');
	if (!isWanted(call, context)) return {};
	return { workflowData: [[{ json: call as unknown as IDataObject }]] };
}

/** Answers a call that starts nothing. */
function answer(context: IWebhookFunctions, status: number, text: string): IWebhookResponseData {
	context.getResponseObject().status(status).send(text).end();
	return { noWebhookResponse: true };
}
