import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../../contract/checks';
import { ExplainedFailure } from '../../../messages/explanation';
import { NO_ACCOUNT_ROUTE } from '../../../messages/missingRoutes';
import type { Call, RequestLimits } from '../../../operation/call';
import { isMissingRoute } from '../../../transport/missingRoute';
import { harmless } from '../../../transport/requestKind';
import { unexpectedAnswer } from '../../../transport/requireField';

const READ = harmless('account');

/**
 * What the service tells of the account (service, section I).
 *
 * @param part of the account's routes, such as `credit-usage`
 * @throws ExplainedFailure where the deployment has no such route
 */
export async function readAccount(
	call: Call,
	part: string,
	qs: IDataObject = {},
	limits?: RequestLimits,
): Promise<IDataObject> {
	return await call
		.send(READ, { method: 'GET', path: `/v2/team/${part}`, qs }, limits)
		.catch((error: unknown) => {
			throw isMissingRoute(error) ? new ExplainedFailure(NO_ACCOUNT_ROUTE) : error;
		});
}

/**
 * What is left of the plan.
 *
 * @throws UnusableAnswer where the answer has no number of it
 */
export async function readCredits(
	call: Call,
	limits?: RequestLimits,
): Promise<IDataObject & { remainingCredits: number }> {
	const { data } = await readAccount(call, 'credit-usage', {}, limits);
	if (!isRecord(data) || typeof data.remainingCredits !== 'number') {
		throw unexpectedAnswer('number of credits');
	}
	return data as IDataObject & { remainingCredits: number };
}
