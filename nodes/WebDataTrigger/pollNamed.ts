import type { IDataObject } from 'n8n-workflow';

import { ExplainedFailure } from '../transport/failure';
import { readRun, type RunState } from './agentEvent';
import { inOrder } from './inOrder';
import { MAX_CONCURRENCY, type PollOptions, type PollResult } from './poll';
import type { RunSource } from './runSource';
import type { NamedState } from './state';

/**
 * Looks which of the named runs have ended since the last poll: one request for each unfinished one.
 * A run that is over when it is first looked at belongs to the baseline.
 *
 * @throws what the status route threw, when no event could be read at all
 * @throws ExplainedFailure naming an id that the service does not know
 */
export async function pollNamed(
	before: NamedState | undefined,
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
	const events: IDataObject[] = [];
	for (const [index, id] of candidates.entries()) {
		const result = results[index];
		if (result?.status !== 'fulfilled') continue;
		if (result.value === 'inProgress') {
			unsettled.add(id);
			continue;
		}
		const isNew = !unsettled.has(id);
		if (result.value === 'unknown' && isNew) throw unknownRun(id);
		handled.add(id);
		unsettled.delete(id);
		if (isNew && !options.emitExisting) continue;
		const event = eventOf(id, result.value, options);
		if (event) events.push(event);
	}
	const failed = results.find((result) => result?.status === 'rejected');
	if (failed?.status === 'rejected' && events.length === 0) throw failed.reason;
	return { events, state: { watch: 'runs', handled: [...handled], unsettled: [...unsettled] } };
}

function eventOf(jobId: string, state: RunState, { events }: PollOptions): IDataObject | undefined {
	if (typeof state !== 'string') return state;
	if (state !== 'unknown' || !events.includes('failed')) return undefined;
	// It was in progress before, and its end was not read within the 24 hours that results are kept.
	return {
		event: 'agent.failed',
		outcome: 'failed',
		jobId,
		status: 'unknown',
		error: 'The service no longer knows how this run ended',
		creditsUsed: null,
		expiresAt: null,
		dataExpired: true,
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
