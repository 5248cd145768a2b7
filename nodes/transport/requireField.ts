import { UnusableAnswer } from './failure';

/**
 * A field that the contract promises of an answer: without this check, the answer of anything else
 * that speaks JSON would look like a result without content.
 *
 * @param what the field holds, such as "list of agent runs"
 * @throws UnusableAnswer when the field is missing or of another type
 */
export function requireField(
	answer: Record<string, unknown>,
	field: string,
	type: 'list',
	what: string,
): unknown[];
export function requireField(
	answer: Record<string, unknown>,
	field: string,
	type: 'text',
	what: string,
): string;
export function requireField(
	answer: Record<string, unknown>,
	field: string,
	type: 'list' | 'text',
	what: string,
): unknown {
	const value = answer[field];
	if (type === 'list' ? Array.isArray(value) : typeof value === 'string') return value;
	throw unexpectedAnswer(what);
}

/** @param what the answer lacks */
export function unexpectedAnswer(what: string): UnusableAnswer {
	return new UnusableAnswer(
		`The answer holds no ${what}`,
		"The service answered with something else than was asked for. Check the Base URL of this node's credential.",
	);
}
