import type { IDataObject } from 'n8n-workflow';

import { ExplainedFailure } from '../../../messages/explanation';
import { NO_ACCOUNT_ROUTE } from '../../../messages/missingRoutes';
import type { Call } from '../../../operation/call';
import { isMissingRoute } from '../../../transport/missingRoute';
import { PROMPT_ANSWER_MS, type RequestKind } from '../../../transport/requestKind';

const READ: RequestKind = {
	rateLimit: 'account',
	repeatable: 'harmless',
	timeout: PROMPT_ANSWER_MS,
};

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
): Promise<IDataObject> {
	return await call
		.send(READ, { method: 'GET', path: `/v2/team/${part}`, qs })
		.catch((error: unknown) => {
			throw isMissingRoute(error) ? new ExplainedFailure(NO_ACCOUNT_ROUTE) : error;
		});
}
