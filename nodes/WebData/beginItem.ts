import type {
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeProperties,
	PreSendAction,
} from 'n8n-workflow';

import { FieldError, wholeNumber } from '../contract/checks';
import { beginItem } from '../transport/nodeRun';

const DEFAULT_CONCURRENCY = 5;

/**
 * The first step of every operation: brings the request into the form that the contract wants. An
 * error is kept until all items were looked at, so that a bad item is found before any other is sent.
 *
 * @param prepare gives the final request, or throws a FieldError
 * @param fields the operation's properties, by whose display names errors call their fields
 */
export function begin(
	prepare: (request: IHttpRequestOptions, item: IExecuteSingleFunctions) => IHttpRequestOptions,
	fields: INodeProperties[],
): PreSendAction {
	return function (this: IExecuteSingleFunctions, request) {
		const maxConcurrency = this.getNodeParameter('options.maxConcurrency', DEFAULT_CONCURRENCY);
		const slots = Number(maxConcurrency);
		const run = beginItem(this, slots >= 1 ? slots : DEFAULT_CONCURRENCY);
		try {
			wholeNumber(1)('Max Concurrency', maxConcurrency);
			wholeNumber(1)('Max Attempts', this.getNodeParameter('options.maxAttempts', 5));
			return Promise.resolve(prepare(request, this));
		} catch (error) {
			run.invalid.set(this.getItemIndex(), withDisplayName(error as Error, fields));
			return Promise.resolve(request);
		}
	};
}

function withDisplayName(error: Error, fields: INodeProperties[]): Error {
	if (!(error instanceof FieldError)) return error;
	const displayName = displayNames(fields).get(error.field) ?? error.field;
	return new FieldError(displayName, error.rule, error.value);
}

/** Display name of each property that is sent, by its path in the request body, else by its own name. */
function displayNames(fields: INodeProperties[]): Map<string, string> {
	const names = new Map<string, string>();
	for (const field of fields) {
		names.set(field.routing?.send?.property ?? field.name, field.displayName);
		for (const option of field.options ?? []) {
			const inner = 'values' in option ? option.values : 'type' in option ? [option] : [];
			for (const [path, name] of displayNames(inner)) names.set(path, name);
		}
	}
	return names;
}
