import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { Account } from '../../transport/account';
import { ExplainedFailure } from '../../messages/explanation';
import { Doubts, doubtsOf } from '../state/doubts';
import type { StateOf, TriggerState } from '../state/state';
import { storedState, triggerKey } from '../state/storedState';
import { isActivationPoll, mayLeaveToNext } from './activation';
import { readAccount } from './credential';
import { namedRuns } from './namedRuns';
import type { Poll, TriggerSettings, Watched } from './pipeline';
import { explainPoll } from './pollError';
import { serviceRuns } from './runSource';
import { readSettings, readWatchedIds } from './settings';
import { TEAM_RUNS } from './teamRuns';

/** What a poll may take on versions of n8n that do not say, in milliseconds. */
const DEFAULT_BUDGET_MS = 5 * 60_000;

/** What the poll at activation may take: the user waits for it, and so do other workflows. */
const ACTIVATION_BUDGET_MS = 30_000;

/** Part of the budget after which no run is begun, and after which nothing is waited for. */
const LAST_START = 0.8;
const LAST_MOMENT = 0.95;

type Output = INodeExecutionData[][] | null;

/**
 * One poll: emits the ends of agent runs since the last one.
 *
 * @returns null when there are none
 */
export async function pollForEvents(context: IPollFunctions): Promise<Output> {
	// Before anything is waited for: n8n may take away what resolves their expressions.
	const settings = readSettings(context);
	const jobIds = readWatchedIds(context);
	const account = await readAccount(context);
	return jobIds
		? await pollFor('runs', namedRuns(jobIds), context, account, settings)
		: await pollFor('team', TEAM_RUNS, context, account, settings);
}

async function pollFor<Watch extends TriggerState['watch']>(
	watch: Watch,
	watched: Watched<StateOf<Watch>>,
	context: IPollFunctions,
	account: Account,
	settings: TriggerSettings,
): Promise<Output> {
	const startedAt = Date.now();
	const trigger = triggerKey(context);
	const isManual = context.getMode() === 'manual';
	const stored = storedState(context, watch, account.digest);
	// The next poll has what this one lacks.
	if (!isManual && stored.isOutdated) return null;
	const isActivation = !isManual && isActivationPoll(context);
	const budget = Math.min(budgetOf(context), isActivation ? ACTIVATION_BUDGET_MS : Infinity);
	const poll: Poll = {
		source: serviceRuns(context, account, startedAt + budget * LAST_MOMENT),
		settings,
		account: stored.account,
		// Of a sample, one look has to do.
		doubts: isManual ? new Doubts(1) : doubtsOf(trigger),
		now: Date.now,
		deadline: startedAt + budget * LAST_START,
	};
	if (isManual) return output([(await watched.sample(poll)) ?? noSample(watch)]);
	const { state } = stored;
	if (!state) {
		stored.write(await watched.begin(poll));
		return null;
	}
	if (isActivation && mayLeaveToNext(trigger)) {
		// n8n may be stopped between this poll and the execution with its events: the next one has them.
		const isOurs = state.account === poll.account || (await watched.isStillOurs(state, poll));
		if (!isOurs) stored.write(await watched.begin(poll));
		else if (stored.isOfOldForm) stored.write(state);
		return null;
	}
	const { events, state: next, unread } = await watched.poll(state, poll);
	if (unread !== undefined) {
		const { message } = await explainPoll(context, unread);
		context.logger.warn(
			`Some agent runs could not be read and are left to the next poll: ${message}`,
		);
	}
	// Nothing comes between these two. n8n saves the state just before it creates the execution: only a
	// crash in that moment loses events, and with n8n's durable cursors, which save both at once, none.
	stored.write(next);
	return events.length > 0 ? output(events) : null;
}

function budgetOf(context: IPollFunctions): number {
	return 'getPollBudgetMs' in context ? context.getPollBudgetMs() : DEFAULT_BUDGET_MS;
}

function output(events: IDataObject[]): INodeExecutionData[][] {
	return [events.map((json) => ({ json }))];
}

function noSample(watch: TriggerState['watch']): never {
	throw new ExplainedFailure({
		message: 'No agent run has ended yet that would start this workflow',
		description:
			watch === 'runs'
				? 'None of the runs named under Agent Run IDs has ended in a way chosen under Events. Try again when one has.'
				: 'Start an agent run, for example with the Web Data node, and fetch the test event when it has ended. Runs that the filters leave out do not count.',
		details: {},
	});
}
