import { FieldError } from '../contract/checks';
import { RequestFailure } from '../transport/failure';
import { ExplainedFailure, STOPPED, type Explanation } from './explanation';
import { explainRequestFailure } from './requestFailure';
import { shortened } from './sentence';

const MAX_VALUE_LENGTH = 120;

/**
 * Explains any error of an operation: a field's, a request's, or one that n8n itself threw.
 *
 * @param itemIndex of the input item, if there is one: named where its content is to blame
 */
export function explain(error: unknown, itemIndex?: number): Explanation {
	if (error instanceof FieldError) return explainField(error, itemIndex);
	if (error instanceof RequestFailure) return explainRequestFailure(error);
	if (error instanceof ExplainedFailure) return error.explanation;
	if ((error as Error).name === 'AbortError') return STOPPED;
	const { message, description } = error as Error & { description?: string };
	return { message, description: description ?? '', details: {} };
}

function explainField({ field, rule, value, found }: FieldError, itemIndex?: number): Explanation {
	return {
		message: `${field} ${rule}${itemIndex === undefined ? '' : ` [item ${itemIndex}]`}`,
		description: `Found: ${found ?? shown(value)}. No request was sent.`,
		details: { field, rule, ...(itemIndex !== undefined && { itemIndex }) },
	};
}

/** A value as the user wrote it. */
function shown(value: unknown): string {
	if (value === undefined || value === '') return 'nothing';
	if (typeof value === 'string') return `"${shortened(value.trim(), MAX_VALUE_LENGTH)}"`;
	if (typeof value === 'bigint' || typeof value === 'function') return String(value).slice(0, 40);
	return shortened(JSON.stringify(value), MAX_VALUE_LENGTH);
}
