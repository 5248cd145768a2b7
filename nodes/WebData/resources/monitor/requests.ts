import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../../contract/checks';
import type { Call } from '../../../operation/call';
import { UnusableAnswer } from '../../../transport/failure';
import { harmless, PROMPT_ANSWER_MS, type RequestKind } from '../../../transport/requestKind';

/** Requests that read; the service counts deleting among them. */
export const READ = harmless('jobRead');

/** A second monitor would check, and cost, as much as the first one. */
export const CREATE: RequestKind = {
	rateLimit: 'crawl',
	repeatable: 'billedStart',
	timeout: PROMPT_ANSWER_MS,
	howToLook: 'Use Get Many to look for the new monitor before you create another.',
};

/** The same change twice changes nothing more. */
export const UPDATE = harmless('crawl');

/** A check costs what its pages cost. */
export const RUN: RequestKind = {
	rateLimit: 'crawl',
	repeatable: 'billedStart',
	timeout: PROMPT_ANSWER_MS,
	howToLook: 'Use Get Checks to look for the new check before you start another.',
};

/** What an open server may take over a schedule with few days in a year, in milliseconds. */
export const RARE_SCHEDULE_MS = 3 * 60_000;

export const MONITORS = '/v2/monitor';

/** The route of a monitor, or of something that belongs to it. */
export function routeOf(monitorId: string, part = ''): string {
	return `${MONITORS}/${encodeURIComponent(monitorId)}${part}`;
}

export async function read(call: Call, path: string, qs: IDataObject = {}): Promise<IDataObject> {
	return await call.send(READ, { method: 'GET', path, qs });
}

/**
 * The object in `data` of an answer.
 *
 * @param what it is, such as "monitor"
 * @param kind of the request: what it began may be at work although the answer does not say so
 * @throws UnusableAnswer where there is none with an id
 */
export function dataOf(
	{ data }: IDataObject,
	what: string,
	kind: RequestKind = READ,
): IDataObject & { id: string } {
	if (isRecord(data) && typeof data.id === 'string') return data as IDataObject & { id: string };
	const failure = new UnusableAnswer(
		`The answer holds no ${what}`,
		"The service answered with something else than was asked for. Check the Base URL of this node's credential.",
	);
	throw Object.assign(failure, { repeatable: kind.repeatable, howToLook: kind.howToLook });
}
