import type { IDataObject } from 'n8n-workflow';

import { ExplainedFailure } from '../transport/failure';
import { readRun, vanishedRun } from './agentEvent';
import { inOrder } from './inOrder';
import { failureAmong, MAX_CONCURRENCY, type PollOptions, type PollResult } from './poll';
import type { RunSource } from './runSource';
import type { NamedState } from './state';

/**
 * Looks which of the named runs have ended since the last poll: one request for each unfinished one.
 * A run that is over when it is first looked at belongs to the baseline.
 *
 * @param account digest of the account whose runs are watched
 * @throws what the status route threw, when no run could be read at all, or not one that is looked at
 * for the first time
 * @throws ExplainedFailure naming an id that the service does not know
 */
export async function pollNamed(
	before: NamedState | undefined,
	account: string,
	jobIds: readonly string[],
	source: RunSource,
	options: PollOptions,
): Promise<PollResult<NamedState>> {
	const handled = new Set(before?.handled.filter((id) => jobIds.includes(id)));
	const unsettled = new Set(before?.unsettled.filter((id) => jobIds.includes(id)));
	const candidates = jobIds.filter((id) => !handled.has(id));
	const results = await inOrder(
		candidates,
		MAX_CONCURRENCY,
		() => options.now() < options.deadline,
		async (id) => await readRun(source, id, options),
	);
	const unread = failureAmong(results);
	const events: IDataObject[] = [];
	for (const [index, id] of candidates.entries()) {
		const isNew = !unsettled.has(id);
		const result = results[index];
		if (result?.status === 'rejected' && isNew) throw result.reason;
		if (result?.status !== 'fulfilled' || result.value === 'inProgress') {
			unsettled.add(id);
			continue;
		}
		// To the key of another team, every run is unknown.
		if (result.value === 'unknown' && (isNew || before?.account !== account)) throw unknownRun(id);
		handled.add(id);
		unsettled.delete(id);
		if (isNew && !options.emitExisting) continue;
		const event = result.value === 'unknown' ? vanishedRun(id, options) : result.value;
		if (typeof event === 'object') events.push(event);
	}
	return {
		events,
		state: { watch: 'runs', account, handled: [...handled], unsettled: [...unsettled] },
		unread,
	};
}

function unknownRun(jobId: string): ExplainedFailure {
	return new ExplainedFailure({
		message: `There is no agent run ${jobId}`,
		description:
			'The id does not exist, or the run belongs to another team, or its result has expired. Correct Agent Run IDs, or use an API key of the team that started the run.',
		details: { jobId },
	});
}
