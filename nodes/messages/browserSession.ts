import type { IDataObject } from 'n8n-workflow';

import { ErrorAnswer } from '../transport/failure';
import { explain } from './explain';
import { ExplainedFailure, type Explanation } from './explanation';
import { sentence, shortened } from './sentence';
import { withoutKey } from './withoutKey';

/** Longest part of an output that an error shows, and that it keeps for branches, in characters. */
const MAX_SHOWN = 1_000;
const MAX_KEPT = 10_000;

/** Addresses of browsers carry a secret. */
const SOCKET_ADDRESS = /\bwss?:\/\/[^\s"'<>]*[^\s"'<>.,;:!?)]/gi;

/**
 * Code or words that failed in a browser.
 *
 * @param answer of the service
 * @param ids of what they were to work on
 */
export function failedInBrowser(answer: IDataObject, ids: IDataObject): Explanation {
	const { killed, exitCode, error, stderr, cdpUrl } = answer;
	const isKilled = killed === true;
	const reason = [error, stderr].find((text) => typeof text === 'string' && text.trim() !== '');
	const explanation: Explanation = {
		message: isKilled
			? 'The browser was stopped before the work was done'
			: typeof exitCode === 'number'
				? `The code in the browser failed (exit code ${exitCode})`
				: 'The work in the browser failed',
		description: [
			typeof reason === 'string' && sentence(shortened(reason.trim(), MAX_SHOWN)),
			isKilled
				? 'Raise Timeout under Options, or do less at once.'
				: 'What was printed until then stands in the details. Steps before the failure have been done.',
		]
			.filter(Boolean)
			.join(' '),
		details: { ...ids, ...outputOf(answer), retryable: false },
	};
	return withoutAddresses(withoutKey(explanation, typeof cdpUrl === 'string' ? cdpUrl : ''));
}

/**
 * A failure to open a browser, in words of its own where the plan has no room for one more.
 */
export function whyNotOpened(error: unknown): unknown {
	const isFull =
		error instanceof ErrorAnswer &&
		error.status === 429 &&
		/session/i.test(error.serviceError ?? '');
	if (!isFull) return error;
	const { description, ...more } = explain(error);
	return new ExplainedFailure({
		...more,
		message: 'The plan allows no more browser sessions at once',
		description:
			`${sentence(`Service: "${error.serviceError ?? ''}"`)} Close sessions that are not needed (Get Many lists them), wait until one ends, or upgrade the plan. ${triedOf(description)}`.trim(),
	});
}

function triedOf(description: string): string {
	return /Tried \d+ times\./.exec(description)?.[0] ?? '';
}

function outputOf(answer: IDataObject): IDataObject {
	const output: IDataObject = {};
	for (const name of ['exitCode', 'killed', 'error', 'stdout', 'stderr', 'result', 'output']) {
		const value = answer[name];
		if (value === undefined || value === null) continue;
		output[name] = typeof value === 'string' ? shortened(value, MAX_KEPT) : value;
	}
	return output;
}

function withoutAddresses(explanation: Explanation): Explanation {
	const clean = (text: string) => text.replaceAll(SOCKET_ADDRESS, '***');
	const { details, description } = explanation;
	const entries = Object.entries(details).map(([name, value]) => [
		name,
		typeof value === 'string' ? clean(value) : value,
	]);
	return {
		...explanation,
		description: clean(description),
		details: Object.fromEntries(entries) as IDataObject,
	};
}
