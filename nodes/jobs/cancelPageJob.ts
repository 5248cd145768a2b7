import type { IDataObject } from 'n8n-workflow';

import { jobState } from '../contract/jobPages';
import { ErrorAnswer } from '../transport/failure';
import { requireField } from '../transport/requireField';
import type { ResultSource } from './resultPages';

/**
 * Cancels a batch or crawl (service, C3).
 *
 * @param ignoreFinished whether one that is over counts as done
 * @returns how it stands
 * @throws RequestFailure
 */
export async function cancelPageJob(
	{ call, kind, path, limits }: ResultSource,
	ignoreFinished: boolean,
): Promise<IDataObject> {
	const answer = await call
		.send(kind, { method: 'DELETE', path }, limits)
		.catch((error: unknown): IDataObject => {
			const isOver = error instanceof ErrorAnswer && error.status === 409;
			if (!isOver || !ignoreFinished) throw error;
			return { status: 'completed', alreadyOver: true, reason: error.serviceError };
		});
	requireField(answer, 'status', 'text', 'status of a job');
	return jobState(answer);
}
