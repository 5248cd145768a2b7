import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	NodeApiError,
} from 'n8n-workflow';

import { failedItem } from '../run/failedItem';
import { accountOf, CREDENTIAL, type Account } from '../transport/account';
import { apiError } from '../transport/apiError';
import { explain, withoutKey } from '../transport/explain';
import { abortable } from '../transport/abortable';
import { HTTP_OPTIONS, withJsonText } from '../transport/httpOptions';
import { endItem, nodeRunOf, type NodeRun } from '../transport/nodeRun';
import type { Repeatable } from '../transport/failure';
import { send } from '../transport/send';

type RequestData = DeclarativeRestApiSettings.ResultOptions;

/** The pagination hook, the one place where a declarative node can hold a request back or repeat it. */
type PaginationHook = (
	this: IExecutePaginationFunctions,
	requestData: RequestData,
) => Promise<INodeExecutionData[]>;

/** How an operation counts for the service. */
export interface RequestKind {
	rateLimit: string;
	repeatable: Repeatable;
}

/** One input item on its way through an operation. */
export interface ItemRequest {
	item: IExecutePaginationFunctions;
	run: NodeRun;
	requestData: RequestData;
	/**
	 * Sends the operation's request, or it with some options changed.
	 *
	 * @param signal ends the waiting for a free place or for another attempt; by default the run's own
	 * @returns the items that `postReceive` makes of the answer
	 */
	send(
		kind: RequestKind,
		changes?: Partial<IHttpRequestOptions>,
		signal?: AbortSignal,
	): Promise<INodeExecutionData[]>;
}

/** An operation that is one request an item, whose answer `postReceive` turns into items. */
export function sendItem(kind: RequestKind): PaginationHook {
	return forItem(async (request) => await request.send(kind));
}

/**
 * The frame of every operation: an item ends with output items linked to it, or with an error that
 * explains itself, as an item where the user chose to continue on failure.
 */
export function forItem(
	work: (request: ItemRequest) => Promise<INodeExecutionData[]>,
): PaginationHook {
	return async function (requestData) {
		const run = nodeRunOf(this);
		const itemIndex = this.getItemIndex();
		let apiKey = '';
		let fatal: NodeApiError;
		try {
			// Nobody awaits this item any more, so that an error would stay unhandled.
			if (wasCutShort(this, run)) return [];
			throwIfInvalid(run, itemIndex);
			if (run.invalid.size > 0 && !this.continueOnFail()) return [];
			const account = accountOf(await this.getCredentials(CREDENTIAL));
			apiKey = account.apiKey;
			const items = await work(itemRequest(this, run, requestData, account));
			const pairedItem = { item: itemIndex };
			for (const item of items) item.pairedItem = pairedItem;
			return items;
		} catch (error) {
			// Another item has failed the node: its error is the one to show.
			if (run.fatal) return [];
			const explanation = withoutKey(explain(error, itemIndex), apiKey);
			if (this.continueOnFail()) return [failedItem(explanation, this.getNode(), itemIndex)];
			fatal = run.fail(apiError(this.getNode(), explanation, itemIndex));
		} finally {
			endItem(run);
		}
		await run.allBegun;
		throw fatal;
	};
}

function throwIfInvalid(run: NodeRun, itemIndex: number): void {
	const error = run.invalid.get(itemIndex);
	if (error) throw error;
}

/** An expression that cannot be evaluated stops n8n at its item, after those before it have begun. */
function wasCutShort(item: IExecutePaginationFunctions, run: NodeRun): boolean {
	if (item.continueOnFail()) return false;
	const batching = item.getNodeParameter('requestOptions.batching', null);
	return !batching && run.begun < run.inputItems;
}

function itemRequest(
	item: IExecutePaginationFunctions,
	run: NodeRun,
	requestData: RequestData,
	{ baseURL, digest }: Account,
): ItemRequest {
	const maxAttempts = Number(item.getNodeParameter('options.maxAttempts', 5));
	return {
		item,
		run,
		requestData,
		async send({ rateLimit, repeatable }, changes, signal = run.signal) {
			const request = async (attemptSignal: AbortSignal) => {
				const options = { ...requestData.options, ...HTTP_OPTIONS, baseURL, ...changes };
				return await item.makeRoutingRequest({
					...requestData,
					options: abortable(withJsonText(options), attemptSignal),
				});
			};
			const { lane } = run;
			run.timeouts.set(item.getItemIndex(), requestData.options.timeout ?? 0);
			return await send(request, {
				owner: digest,
				rateLimit,
				lane,
				signal,
				maxAttempts,
				repeatable,
			});
		},
	};
}
