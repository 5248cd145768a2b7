import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

/** A call of a webhook, as n8n's HTTP server has it. */
interface IncomingCall {
	/** As sent; missing for forms with files. */
	rawBody?: Buffer;
	headers: Record<string, unknown>;
}

interface Response {
	status(code: number): Response;
	send(text: string): Response;
	end(): unknown;
}

/** n8n takes the types of both from a package that it does not bring along. */
interface HttpCall {
	getRequestObject(): IncomingCall;
	getResponseObject(): Response;
}

export function incomingCall(context: IWebhookFunctions): IncomingCall {
	return (context as unknown as HttpCall).getRequestObject();
}

/** Answers a call by which nothing is started, and nothing that sleeps is woken. */
export function answerCall(
	context: IWebhookFunctions,
	status: number,
	text: string,
): IWebhookResponseData {
	(context as unknown as HttpCall).getResponseObject().status(status).send(text).end();
	return { noWebhookResponse: true };
}
