import type { IDataObject } from 'n8n-workflow';

import { hasFailed, hasOutput } from '../../../contract/browserCode';
import { longestCallMs, type BrowserRequest } from '../../../contract/requests/interact';
import { failedInBrowser } from '../../../messages/browserSession';
import { ExplainedFailure } from '../../../messages/explanation';
import type { Call, RequestLimits } from '../../../operation/call';
import { without } from '../../../operation/columns';
import { ErrorAnswer, type UnusableAnswer } from '../../../transport/failure';
import {
	harmless,
	PROMPT_ANSWER_MS,
	type RequestKind,
	TIMEOUT_MARGIN_MS,
} from '../../../transport/requestKind';
import { unexpectedAnswer } from '../../../transport/requireField';

/** A browser may have to be started and a page to be opened before the work begins. */
const START_MS = 60_000;

/** Opening a session costs credits for as long as it lasts. */
export const OPEN: RequestKind = {
	rateLimit: 'interactCreate',
	repeatable: 'billedStart',
	timeout: 2 * PROMPT_ANSWER_MS,
	howToLook: 'Use Browser Session > Get Many to look for the new session, and Close to end it.',
};

/** Code that ran twice might buy twice. */
const RUN: RequestKind = {
	rateLimit: 'interactExecute',
	repeatable: 'billedStart',
	timeout: 0,
	howToLook: 'Look at the page first, with code that only reads or in the live view.',
	isOutcome: hasOutput,
	ifTooLarge: 'Print and return less.',
};

/** Requests that read, or that change nothing when they are repeated. */
export const READ = harmless('interactExecute');

/** A success that tells nothing of the work: that may have begun all the same. */
export function withoutResult(
	{ repeatable, howToLook }: RequestKind,
	what: string,
): UnusableAnswer {
	return Object.assign(unexpectedAnswer(what), { repeatable, howToLook });
}

/** The route of a session, or of something that belongs to it. */
export function routeOf(sessionId: string, part = ''): string {
	return `/v2/interact/${encodeURIComponent(sessionId)}${part}`;
}

/**
 * Has code or words worked off in a browser.
 *
 * @param ids of what they work on, for errors
 * @returns the answer, without saying again that it succeeded
 * @throws ExplainedFailure where they failed or were stopped, with their output
 */
export async function runInBrowser(
	call: Call,
	path: string,
	body: BrowserRequest,
	ids: IDataObject,
): Promise<IDataObject> {
	const timeout = START_MS + longestCallMs(body) + TIMEOUT_MARGIN_MS;
	const answer = await call.send(RUN, { method: 'POST', path, body, timeout });
	if (!hasOutput(answer)) throw withoutResult(RUN, 'output of a browser');
	if (hasFailed(answer)) throw new ExplainedFailure(failedInBrowser(answer, ids));
	// It is blank, and n8n would take even that for a failed node, to have the code run again.
	return without(answer, 'success', 'error');
}

/**
 * Ends a session, and with it what it costs.
 *
 * @param isFine whether it may have ended before
 * @returns how long it lasted and what it cost
 */
export async function endSession(
	call: Call,
	path: string,
	isFine: boolean,
	limits: RequestLimits = {},
): Promise<IDataObject> {
	const answer = await call
		.send(READ, { method: 'DELETE', path }, limits)
		.catch((error: unknown) => answerOfEnded(error, isFine));
	return without(answer, 'success');
}

/**
 * What ending a session comes to that was answered with an error.
 *
 * @throws the error itself, unless the session is over and that is fine
 */
function answerOfEnded(error: unknown, isFine: boolean): IDataObject {
	const isOver = error instanceof ErrorAnswer && [404, 410].includes(error.status);
	if (!isOver) throw error;
	// A repeated request gets this because the first one, whose answer was lost, did its work.
	if (error.attempts > 1) return {};
	if (!isFine || !error.isFromService) throw error;
	return { alreadyOver: true };
}
