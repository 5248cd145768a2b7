import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { withoutKey } from '../messages/withoutKey';
import { abortable } from '../transport/abortable';
import type { Account } from '../transport/account';
import { readAnswer } from '../transport/answer';
import { withJsonText } from '../transport/body';
import { HTTP_OPTIONS } from '../transport/httpOptions';
import type { RequestKind } from '../transport/requestKind';
import { send, type SendOptions } from '../transport/send';
import { MAX_TIMER_MS } from '../transport/wait';
import type { ByteStream } from './byteStream';
import type { NodeExecution } from './nodeExecution';
import { fullResponse } from './response';

/** A request to the service, as an operation states it. */
export interface ServiceRequest {
	method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
	/** Below the Base URL, beginning with `/v2`. */
	path: string;
	qs?: IDataObject;
	/** An object is sent as JSON, a form as it is. */
	body?: Record<string, unknown> | FormData;
	/** Milliseconds until its answer, 0 for as long as it takes; that of its kind where left out. */
	timeout?: number;
}

/** How long and in which order a request may wait. */
export type RequestLimits = Pick<SendOptions, 'place' | 'planWait' | 'signal' | 'until'>;

/** One input item at work. */
export class Call {
	/** Body of the answer that came last. */
	private lastBody?: ByteStream;

	constructor(
		/** n8n's functions for the item. */
		readonly item: IExecutePaginationFunctions,
		readonly execution: NodeExecution,
		readonly account: Account,
		private readonly requestData: DeclarativeRestApiSettings.ResultOptions,
		private readonly maxAttempts: number,
	) {}

	/**
	 * Sends a request and reads its answer.
	 *
	 * @param limits by default the request ends with the node execution
	 * @returns the answer's JSON object
	 * @throws RequestFailure when there was no usable answer
	 */
	async send(
		kind: RequestKind,
		request: ServiceRequest,
		limits: RequestLimits = {},
	): Promise<IDataObject> {
		const { item, account, execution, requestData, maxAttempts } = this;
		const { method, path, qs = {}, body } = request;
		const timeout = this.timeoutOf(kind, request);
		const attempt = async (signal: AbortSignal) => {
			const options: IHttpRequestOptions = {
				...(requestData.options as IHttpRequestOptions),
				...HTTP_OPTIONS,
				baseURL: account.baseURL,
				method,
				url: path,
				qs,
				body,
				timeout,
			};
			const items = await item.makeRoutingRequest({
				...requestData,
				options: abortable(withJsonText(options), signal),
			});
			const response = fullResponse(items);
			this.lastBody = response.body as unknown as ByteStream;
			return await readAnswer(response, { ...kind, timeout });
		};
		return (await send(attempt, {
			...kind,
			owner: account.digest,
			lane: execution.lane,
			maxAttempts,
			signal: execution.signal,
			...limits,
		})) as IDataObject;
	}

	/**
	 * A stream as n8n takes one for a file. It is made by the class of an answer's body, because
	 * nothing else at hand makes streams; so that there must have been an answer before.
	 */
	streamOf(source: AsyncIterable<Uint8Array>): ByteStream {
		if (!this.lastBody) throw new Error('No request was answered before the stream');
		return this.lastBody.constructor.from(source);
	}

	/** Tells whoever reads n8n's log what has no place in the items. */
	log(message: string): void {
		this.item.logger.info(withoutKey(message, this.account.apiKey));
	}

	/** As `log`, for what a user should know. */
	warn(message: string): void {
		this.item.logger.warn(withoutKey(message, this.account.apiKey));
	}

	/** A time-out that the user chose under Request Options wins. */
	private timeoutOf(kind: RequestKind, request: ServiceRequest): number {
		const chosen = Number(this.item.getNodeParameter('requestOptions.timeout', 0));
		const timeout = chosen || (request.timeout ?? kind.timeout);
		return timeout > MAX_TIMER_MS ? 0 : timeout;
	}
}
