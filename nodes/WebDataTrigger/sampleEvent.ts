import type { IDataObject } from 'n8n-workflow';

import { hasEnded } from '../contract/agentOutcome';
import { runsOfPage } from '../contract/runList';
import { ExplainedFailure } from '../transport/failure';
import { promptOf, readRun } from './agentEvent';
import type { PollOptions } from './poll';
import type { RunSource } from './runSource';

/** A sample is not worth more requests than this. */
const MAX_READ = 10;

/**
 * The newest ended run that would have been an event, for "Fetch Test Event".
 *
 * @param jobIds the named runs; undefined when all runs of the team are watched
 * @throws ExplainedFailure when there is none
 */
export async function newestEvent(
	source: RunSource,
	options: PollOptions,
	jobIds: readonly string[] | undefined,
): Promise<IDataObject> {
	const runs = jobIds
		? jobIds.map((id) => ({ id, listed: {} })).reverse()
		: runsOfPage(await source.list())
				.filter(({ fields }) => hasEnded(fields.status))
				.filter(({ fields }) =>
					promptOf(fields).toLowerCase().includes(options.promptContains.toLowerCase()),
				)
				.map(({ id, fields }) => ({ id, listed: fields }));
	for (const { id, listed } of runs.slice(0, MAX_READ)) {
		const state = await readRun(source, id, options, listed);
		if (typeof state !== 'string') return state;
	}
	throw new ExplainedFailure({
		message: 'No agent run has ended yet that would start this workflow',
		description: jobIds
			? 'None of the runs named under Agent Run IDs has ended in a way chosen under Events. Try again when one has.'
			: 'Start an agent run, for example with the Web Data node, and fetch the test event when it has ended. Runs that the filters leave out do not count.',
		details: {},
	});
}
