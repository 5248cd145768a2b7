import type { IDataObject } from 'n8n-workflow';

import { ExplainedFailure } from '../../messages/explanation';
import type { NamedState } from '../state/state';
import type { Poll, PollResult, Watched } from './pipeline';
import { believed, failureAmong, readEnds, withoutForbidden, type Candidate } from './readEnds';
import { newestEvent } from './testEvent';

/** The runs that the user has named by id. */
export function namedRuns(jobIds: readonly string[]): Watched<NamedState> {
	return {
		begin: async (poll) => await beginNamed(jobIds, poll),
		poll: async (state, poll) => await pollNamed(state, jobIds, poll),
		// The runs are the same; to the key of another team each of them is unknown.
		isStillOurs: () => Promise.resolve(true),
		sample: async (poll) => await newestEvent(poll, candidates(jobIds.toReversed())),
	};
}

function candidates(jobIds: readonly string[]): Candidate[] {
	return jobIds.map((id) => ({ id, createdAtMs: 0 }));
}

/**
 * The state to begin with: runs that are over are past unless they are asked for, all others are
 * waited for.
 *
 * @throws what the status route threw of any run
 * @throws ExplainedFailure naming an id that the service does not know
 */
export async function beginNamed(jobIds: readonly string[], poll: Poll): Promise<NamedState> {
	const nothing: NamedState = {
		watch: 'runs',
		account: poll.account,
		handled: [],
		unsettled: [],
	};
	// Asking for no event, it emits nothing and reads no trace.
	const settings = { ...poll.settings, events: [] };
	const { state } = await pollNamed(nothing, jobIds, { ...poll, settings });
	return poll.settings.emitExisting ? { ...nothing, unsettled: [...jobIds] } : state;
}

/**
 * Looks which of the named runs have ended since the last poll: one request for each unfinished one.
 * A run that is over when it is first looked at is past, unless existing ones are asked for.
 *
 * @throws what the status route threw, when no run could be read at all, or not one that is looked at
 * for the first time
 * @throws ExplainedFailure naming an id that the service does not know
 */
export async function pollNamed(
	before: NamedState,
	jobIds: readonly string[],
	poll: Poll,
): Promise<PollResult<NamedState>> {
	const handled = new Set(before.handled.filter((id) => jobIds.includes(id)));
	const unsettled = new Set(before.unsettled.filter((id) => jobIds.includes(id)));
	const open = jobIds.filter((id) => !handled.has(id));
	const ends = withoutForbidden(await readEnds(candidates(open), poll), poll);
	const unread = failureAmong(ends);
	const events: IDataObject[] = [];
	for (const id of open) {
		const isNew = !unsettled.has(id);
		const end = ends.get(id);
		if (end?.status === 'rejected' && isNew) throw end.reason;
		if (end?.status !== 'fulfilled') {
			unsettled.add(id);
			continue;
		}
		// To the key of another team, every run is unknown.
		if (end.value === 'unknown' && (isNew || before.account !== poll.account)) {
			throw unknownRun(id);
		}
		const news = believed(id, end.value, poll);
		if (news === 'awaited' || news === 'unknown') {
			unsettled.add(id);
			continue;
		}
		handled.add(id);
		unsettled.delete(id);
		poll.doubts.forget(id);
		if (news !== 'unwanted' && (!isNew || poll.settings.emitExisting)) events.push(news);
	}
	const { account } = poll;
	const state: NamedState = {
		watch: 'runs',
		account,
		handled: [...handled],
		unsettled: [...unsettled],
	};
	return { events, state, unread };
}

function unknownRun(jobId: string): ExplainedFailure {
	return new ExplainedFailure({
		message: `There is no agent run ${jobId}`,
		description:
			'The id does not exist, or the run belongs to another team, or its result has expired. Correct Agent Run IDs, or use an API key of the team that started the run.',
		details: { jobId },
	});
}
