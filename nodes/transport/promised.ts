import { UnusableAnswer } from './failure';

/**
 * An answer that has what the contract promises of it: without this, the answer of anything else
 * that speaks JSON would look like a run without results.
 *
 * @param what the field holds, such as "list of agent runs"
 * @throws UnusableAnswer when the field is missing or of another type
 */
export function promised<Answer extends Record<string, unknown>>(
	answer: Answer,
	field: string,
	type: 'list' | 'text',
	what: string,
): Answer {
	const value = answer[field];
	if (type === 'list' ? Array.isArray(value) : typeof value === 'string') return answer;
	throw new UnusableAnswer(
		`The answer holds no ${what}`,
		"The service answered with something else than was asked for. Check the Base URL of this node's credential.",
	);
}
