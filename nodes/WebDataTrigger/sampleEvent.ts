import type { IDataObject } from 'n8n-workflow';

import { hasEnded } from '../contract/agentOutcome';
import type { ListedRun } from '../contract/runList';
import { ExplainedFailure } from '../transport/failure';
import { hasPrompt, readRun } from './agentEvent';
import type { PollOptions } from './poll';
import type { RunSource } from './runSource';
import { scanList } from './scanList';

/** A sample is not worth more pages and runs than these: the user waits for it. */
const MAX_PAGES = 10;
const MAX_RUNS = 20;

/**
 * The newest ended run that would have been an event, for "Fetch Test Event".
 *
 * @param jobIds the named runs, the latest one last; undefined when all runs of the team are watched
 * @throws ExplainedFailure when there is none
 */
export async function newestEvent(
	source: RunSource,
	options: PollOptions,
	jobIds: readonly string[] | undefined,
): Promise<IDataObject> {
	const runs = jobIds
		? jobIds.toReversed().map((id) => ({ id, fields: {} }))
		: await endedRuns(source, options);
	for (const { id, fields } of runs.slice(0, MAX_RUNS)) {
		const state = await readRun(source, id, options, fields);
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

/** The newest ended runs, from the first page of the list that has any. */
async function endedRuns(source: RunSource, options: PollOptions): Promise<ListedRun[]> {
	const isSample = ({ fields }: ListedRun) =>
		hasEnded(fields.status) && hasPrompt(fields, options.promptContains);
	const { runs } = await scanList(
		source,
		undefined,
		(scan) => scan.pages < MAX_PAGES && !scan.runs.some(isSample),
	);
	return runs.filter(isSample);
}
