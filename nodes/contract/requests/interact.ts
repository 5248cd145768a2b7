import {
	checkedFields,
	flag,
	oneOf,
	required,
	textUpTo,
	wholeNumber,
	type FieldChecks,
} from '../checks';
import { profile } from './scrapeOptions';

/** Longest time that a call into a browser may be given, in seconds, and what it is given by default. */
const MAX_SECONDS = 300;
const DEFAULT_SECONDS = 30;

const code = textUpTo(100_000);
const prompt = textUpTo(10_000);
const language = oneOf('node', 'bash', 'python');
const timeout = wholeNumber(1, MAX_SECONDS);

/** What a call into a browser is to do. */
export type BrowserRequest = Record<string, unknown> & { timeout?: number };

/**
 * The body of `POST /v2/interact` (service, F). Both lifetimes are always sent, because sources do
 * not agree on the service's defaults.
 *
 * @param body the fields as the user gave them
 * @throws FieldError naming the field and the rule
 */
export function openRequest(body: Record<string, unknown>): Record<string, unknown> {
	const checks: FieldChecks = {
		ttl: wholeNumber(30, 3_600),
		activityTtl: wholeNumber(10, 3_600),
		streamWebView: flag,
		profile,
	};
	return { ttl: 600, activityTtl: 300, ...checkedFields(checks, body) };
}

/** The body of `POST /v2/interact/{sessionId}/execute`. @throws FieldError */
export function executeRequest(body: Record<string, unknown>): BrowserRequest {
	required(body, 'code');
	return { language: 'node', ...checkedFields({ language, code, timeout }, body) };
}

/**
 * The body of `POST /v2/scrape/{scrapeId}/interact`.
 *
 * @param instruction in which form it comes: the other one is not sent
 * @throws FieldError
 */
export function interactRequest(
	instruction: 'prompt' | 'code',
	body: Record<string, unknown>,
): BrowserRequest {
	if (instruction === 'code') return executeRequest(body);
	required(body, 'prompt');
	return checkedFields({ prompt, timeout }, body);
}

/** How long the service may take for a call into a browser, in milliseconds. */
export function longestCallMs({ timeout: seconds = DEFAULT_SECONDS }: BrowserRequest): number {
	return seconds * 1_000;
}
