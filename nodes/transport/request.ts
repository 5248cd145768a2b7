import type {
	IAllExecuteFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	INode,
} from 'n8n-workflow';

import { accountOf, CREDENTIAL, type Account } from './account';
import { abortable } from './abortable';
import { readAnswer } from './answer';
import { withJsonText } from './body';
import { HTTP_OPTIONS } from './httpOptions';
import { Lane } from './lane';
import type { RequestKind } from './requestKind';
import { send } from './send';

/** What n8n offers wherever no items are executed: to triggers and to the lists of the editor. */
export type RequestContext = Pick<IAllExecuteFunctions, 'getCredentials' | 'helpers'> & {
	getNode(): INode;
};

export interface RequestLimits {
	/** In whose name; read from the credential where left out, which in n8n is a database query. */
	account?: Account;
	/** A lane of its own where left out. */
	lane?: Lane;
	maxAttempts?: number;
	/** Ends the request. */
	signal?: AbortSignal;
	/** When it is too late for another attempt, Unix milliseconds; never where left out. */
	until?: number;
	qs?: IHttpRequestOptions['qs'];
}

/** What is asked of a route. */
interface RouteRequest extends Pick<IHttpRequestOptions, 'method'> {
	/** Below the Base URL, beginning with `/v2`. */
	path: string;
	/** Sent as JSON. */
	body?: Record<string, unknown>;
}

/** Reads from a route of the service, as `requestRoute` does. */
export async function readRoute(
	context: RequestContext,
	kind: RequestKind,
	path: string,
	limits: RequestLimits = {},
): Promise<Record<string, unknown>> {
	return await requestRoute(context, kind, { method: 'GET', path }, limits);
}

/**
 * Sends a request to a route of the service, through the same gate as the operations of the node.
 *
 * @throws RequestFailure when there was no usable answer
 * @throws FieldError when the credential's Base URL is not a URL
 */
export async function requestRoute(
	context: RequestContext,
	kind: RequestKind,
	{ method, path, body }: RouteRequest,
	limits: RequestLimits = {},
): Promise<Record<string, unknown>> {
	const { account, lane = new Lane(1), qs = {} } = limits;
	const { maxAttempts = 3, signal, until } = limits;
	const { baseURL, digest, credential } =
		account ?? accountOf(await context.getCredentials(CREDENTIAL));
	// Given the credential, n8n does not read and decrypt it again for each request.
	const credentialsDecrypted = { id: '', name: '', type: CREDENTIAL, data: credential };
	const request = async (attemptSignal: AbortSignal) => {
		const options: IHttpRequestOptions = {
			...HTTP_OPTIONS,
			method,
			baseURL,
			url: path,
			qs,
			timeout: kind.timeout,
			...(body && { body: body }),
		};
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			context as IAllExecuteFunctions,
			CREDENTIAL,
			abortable(withJsonText(options), attemptSignal),
			{ credentialsDecrypted },
		)) as IN8nHttpFullResponse;
		return await readAnswer(response, kind);
	};
	return await send(request, {
		...kind,
		owner: digest,
		lane,
		maxAttempts,
		signal,
		until,
	});
}
