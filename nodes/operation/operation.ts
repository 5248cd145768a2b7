import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyRouting,
	NodeApiError,
} from 'n8n-workflow';

import { wholeNumber } from '../contract/checks';
import { explain } from '../messages/explain';
import { withoutKey } from '../messages/withoutKey';
import { accountOf, CREDENTIAL, type Account } from '../transport/account';
import { apiError } from './apiError';
import { Call } from './call';
import { inDisplayNames } from './displayNames';
import { failedItem } from './failedItem';
import { Input } from './input';
import { isTool } from './isTool';
import { belongsToAgent, executionOf, joinExecution } from './joinExecution';
import type { NodeExecution } from './nodeExecution';
import { response } from './response';
import { Asleep } from './sleep';
import { boundedForModel } from './toolOutput';

const DEFAULT_CONCURRENCY = 5;
const DEFAULT_ATTEMPTS = 5;

type RequestData = DeclarativeRestApiSettings.ResultOptions;

/** What an operation does with each input item. */
export interface Operation<Selection> {
	/** The operation's properties: errors call a field by its display name. */
	fields: INodeProperties[];
	/**
	 * What the user asks for. Everything that can be wrong is found here, because no item is sent
	 * before all items were read.
	 *
	 * @throws FieldError
	 */
	read: (input: Input) => Selection;
	/** Sends the item's requests and gives its output items. */
	work: (call: Call, selection: Selection) => Promise<INodeExecutionData[]>;
}

/**
 * The frame of every operation, as the routing of its option: an item ends with output items that
 * are linked to it, or with an error that explains itself, as an item where the user chose to go on.
 */
export function operation<Selection>({
	fields,
	read,
	work,
}: Operation<Selection>): INodePropertyRouting {
	const selections = new WeakMap<object, Selection>();

	/** Runs for all items before the first one's request, so that an error is kept for `finish`. */
	function begin(
		this: IExecuteSingleFunctions,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const maxConcurrency = this.getNodeParameter('options.maxConcurrency', DEFAULT_CONCURRENCY);
		const places = Number(maxConcurrency);
		const execution = joinExecution(this, places >= 1 ? places : DEFAULT_CONCURRENCY);
		try {
			wholeNumber(1)('maxConcurrency', maxConcurrency);
			wholeNumber(1)('maxAttempts', maxAttemptsOf(this));
			const itemIndex = this.getItemIndex();
			const before = execution.selectionBefore(itemIndex, this.getNode()) as Selection | undefined;
			const selection = before ?? read(new Input(this, request));
			selections.set(this, selection);
			execution.keepSelection(itemIndex, selection);
		} catch (error) {
			execution.invalid.set(this.getItemIndex(), inDisplayNames(error as Error, fields));
		}
		return Promise.resolve(request);
	}

	/** n8n's hook for paging, the one place where a declarative node can hold a request back. */
	async function finish(
		this: IExecutePaginationFunctions,
		requestData: RequestData,
	): Promise<INodeExecutionData[]> {
		const item = Object.getPrototypeOf(this) as object;
		return await ended(this, async (execution, account) => {
			const call = new Call(this, execution, account, requestData, Number(maxAttemptsOf(this)));
			return await work(call, selections.get(item) as Selection).catch((error: unknown) => {
				throw inDisplayNames(error as Error, fields);
			});
		});
	}

	return {
		send: { preSend: [begin], paginate: true },
		operations: { pagination: finish },
		output: { postReceive: [response] },
	};
}

function maxAttemptsOf(item: Pick<IExecuteSingleFunctions, 'getNodeParameter'>): unknown {
	return item.getNodeParameter('options.maxAttempts', DEFAULT_ATTEMPTS);
}

/** The items or the error with which an item ends. */
async function ended(
	item: IExecutePaginationFunctions,
	work: (execution: NodeExecution, account: Account) => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	const execution = executionOf(item);
	const itemIndex = item.getItemIndex();
	let account: Account | undefined;
	let fatal: NodeApiError | undefined;
	try {
		const before = execution.before?.ended[itemIndex];
		if (before) return before;
		// Nobody awaits this item any more, so that an error would stay unhandled.
		if (wasCutShort(item, execution)) return [];
		execution.throwIfInvalid(itemIndex);
		if (execution.invalid.size > 0 && !item.continueOnFail()) return [];
		account = accountOf(await item.getCredentials(CREDENTIAL));
		const items = await work(execution, account);
		const pairedItem = { item: itemIndex };
		for (const output of items) output.pairedItem ??= pairedItem;
		execution.keep(itemIndex, items);
		if (!isTool(item.getNode())) return items;
		return boundedForModel(items, item.getNodeParameter('maxCharacters', null));
	} catch (error) {
		if (!(error instanceof Asleep)) {
			const explanation = withoutKey(explain(error, itemIndex), account?.apiKey ?? '');
			// Older AI agents read a tool's items only, and would take an error for an empty answer.
			if (item.continueOnFail() || belongsToAgent(item)) {
				const items = [failedItem(explanation, item.getNode(), itemIndex)];
				execution.keep(itemIndex, items);
				return items;
			}
			// Another item has failed the node: its error is the one to show.
			if (execution.hasFailed) {
				execution.addToFailure(explanation, error);
				return [];
			}
			fatal = execution.fail(apiError(item.getNode(), explanation, itemIndex), error);
		}
	} finally {
		execution.items.end();
	}
	if (!fatal) {
		await execution.sleep(item);
		return [];
	}
	await execution.items.ended();
	throw execution.complete(fatal);
}

/** An expression that cannot be evaluated stops n8n at its item, after those before it have begun. */
function wasCutShort(item: IExecutePaginationFunctions, execution: NodeExecution): boolean {
	if (item.continueOnFail()) return false;
	const batching = item.getNodeParameter('requestOptions.batching', null);
	return !batching && execution.items.begun < execution.items.input;
}
