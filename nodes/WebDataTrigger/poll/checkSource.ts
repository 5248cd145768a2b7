import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { isRecord } from '../../contract/checks';
import { nextSkip, pagesOf, type PageStatus } from '../../contract/monitorCheck';
import { ExplainedFailure } from '../../messages/explanation';
import { unknownMonitor } from '../../messages/monitor';
import type { Account } from '../../transport/account';
import { ErrorAnswer, UnusableAnswer } from '../../transport/failure';
import { Lane } from '../../transport/lane';
import { readRoute } from '../../transport/request';
import { harmless } from '../../transport/requestKind';
import { requireField } from '../../transport/requireField';
import { MAX_CONCURRENCY } from './pipeline';

/** The same limit as that of the operations, which share it. */
const READ = harmless('jobRead');

/** Pages asked for at once, and how many where these are too much for one answer. */
const PAGE_SIZES = [100, 10, 1];

/** A part of the pages of a check. */
export interface CheckPart {
	/** The check as the service describes it. */
	fields: IDataObject;
	pages: Array<Record<string, unknown>>;
	/** Where the part begins that follows; undefined after the last one. */
	nextSkip?: number;
}

/** Where a poll reads the checks of one monitor from: the service, or in tests a model of it. */
export interface CheckSource {
	/**
	 * A part of the list, newest first; one that is not full is the last.
	 *
	 * @throws ExplainedFailure where the service does not know the monitor
	 */
	list(offset: number, limit: number): Promise<unknown[]>;
	/**
	 * A check with the pages of one status, or with the first page of any.
	 *
	 * @returns undefined when the service does not know the check (any more)
	 */
	check(
		checkId: string,
		status: PageStatus | undefined,
		skip: number,
	): Promise<CheckPart | undefined>;
}

/**
 * The routes of a monitor's checks, through the gate that the nodes of this account share.
 *
 * @param until when the last answer has to be there, Unix milliseconds
 */
export function serviceChecks(
	context: IPollFunctions,
	account: Account,
	monitorId: string,
	until: number,
): CheckSource {
	const signal = AbortSignal.timeout(Math.max(0, until - Date.now()));
	const limits = { account, lane: new Lane(MAX_CONCURRENCY), signal, until };
	const route = `/v2/monitor/${encodeURIComponent(monitorId)}/checks`;
	const readPart = async (checkId: string, qs: IDataObject, skip: number) => {
		const path = `${route}/${encodeURIComponent(checkId)}`;
		const answer = await readRoute(context, READ, path, { ...limits, qs: { ...qs, skip } });
		return partOf(answer, skip);
	};
	return {
		async list(offset, limit) {
			const answer = await readRoute(context, READ, route, {
				...limits,
				qs: { limit, offset },
			}).catch((error: unknown) => {
				throw isUnknown(error) ? new ExplainedFailure(unknownMonitor(monitorId)) : error;
			});
			return requireField(answer, 'data', 'list', 'list of checks');
		},
		async check(checkId, status, skip) {
			const sizes = status === undefined ? [1] : PAGE_SIZES;
			for (const limit of sizes) {
				const qs = { limit, ...(status !== undefined && { status }) };
				const part = await readPart(checkId, qs, skip).catch(partFailure);
				if (part !== 'tooLarge') return part;
			}
			// A page that is too large by itself cannot be read at all.
			return { fields: {}, pages: [], nextSkip: skip + 1 };
		},
	};
}

function partOf(answer: Record<string, unknown>, skip: number): CheckPart {
	const { data } = answer;
	if (!isRecord(data) || typeof data.id !== 'string') {
		throw new UnusableAnswer(
			'The answer holds no check',
			"The service answered with something else than was asked for. Check the Base URL of this node's credential.",
		);
	}
	const following = nextSkip(answer, skip);
	return {
		fields: data as IDataObject,
		pages: pagesOf(data),
		...(following !== undefined && { nextSkip: following }),
	};
}

/** What an answer without pages comes to. */
function partFailure(error: unknown): 'tooLarge' | undefined {
	if (error instanceof UnusableAnswer && error.isTooLarge) return 'tooLarge';
	if (isUnknown(error)) return undefined;
	throw error;
}

/** Only the service itself can say that there is no such thing: a gateway's 404 may pass. */
function isUnknown(error: unknown): boolean {
	return error instanceof ErrorAnswer && error.isFromService && error.status === 404;
}
