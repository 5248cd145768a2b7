import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { webhookCall } from '../../contract/webhookCall';
import { isSigned, SIGNATURE_HEADER } from '../../contract/webhookSignature';
import { answerCall, incomingCall } from '../../operation/httpCall';
import { withoutMark } from '../monitorMark';
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
	if (secret === undefined) return answerCall(context, 503, 'The credential cannot be used');
	const { rawBody: body = Buffer.alloc(0), headers } = incomingCall(context);
	if (secret !== '' && !isSigned(body, headers[SIGNATURE_HEADER], secret)) {
		return answerCall(context, 401, 'Unauthorized');
	}
	const call = webhookCall(body.toString('utf8'));
	if (!call) return answerCall(context, 400, 'Not an event of the web data service');
	if (!isWanted(call, context)) return {};
	return { workflowData: [[{ json: withoutMark(call) as unknown as IDataObject }]] };
}
