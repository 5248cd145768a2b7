import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { Account } from '../../transport/account';
import { ExplainedFailure, type Explanation } from '../../messages/explanation';
import { Doubts, doubtsOf } from '../state/doubts';
import type { StateOf, TriggerState } from '../state/state';
import { storedState, triggerKey } from '../state/storedState';
import { isActivationPoll, mayLeaveToNext } from './activation';
import { serviceChecks, type CheckSource } from './checkSource';
import { readAccount } from './credential';
import { monitorChecks } from './monitorChecks';
import { namedRuns } from './namedRuns';
import type { Poll, Watched } from './pipeline';
import { explainPoll } from './pollError';
import type { MonitorSettings } from './readPages';
import { serviceRuns } from './runSource';
import { readMonitorSettings, readSettings, readWatch, readWatchedIds } from './settings';
import { TEAM_RUNS } from './teamRuns';

/** What a poll may take on versions of n8n that do not say, in milliseconds. */
const DEFAULT_BUDGET_MS = 5 * 60_000;

/** What the poll at activation may take: the user waits for it, and so do other workflows. */
const ACTIVATION_BUDGET_MS = 30_000;

/** Part of the budget after which no run is begun, and after which nothing is waited for. */
const LAST_START = 0.8;
const LAST_MOMENT = 0.95;

type Output = INodeExecutionData[][] | null;

/** What a trigger watches, with all that is special to it. */
interface Watching<Watch extends TriggerState['watch'], Source, Settings> {
	watch: Watch;
	watched: Watched<StateOf<Watch>, Source, Settings>;
	settings: Settings;
	/** @param until when the last answer has to be there, Unix milliseconds */
	sourceUntil: (account: Account, until: number) => Source;
	/** What users call what is read, such as "agent runs". */
	things: string;
	/** Said where there is no test event. */
	noSample: Explanation;
}

/**
 * One poll: emits what has ended since the last one.
 *
 * @returns null when there is nothing
 */
export async function pollForEvents(context: IPollFunctions): Promise<Output> {
	// Before anything is waited for: n8n may take away what resolves their expressions.
	const poll = pollOf(context);
	return await poll(await readAccount(context));
}

function pollOf(context: IPollFunctions): (account: Account) => Promise<Output> {
	const watch = readWatch(context);
	if (watch === 'monitor') {
		const { monitorId, ...settings } = readMonitorSettings(context);
		const watching: Watching<'monitor', CheckSource, MonitorSettings> = {
			watch,
			watched: monitorChecks(monitorId),
			settings,
			sourceUntil: (account, until) => serviceChecks(context, account, monitorId, until),
			things: 'checks',
			noSample: NO_PAGE,
		};
		return async (account) => await pollFor(watching, context, account);
	}
	const common = {
		settings: readSettings(context),
		sourceUntil: (account: Account, until: number) => serviceRuns(context, account, until),
		things: 'agent runs',
	};
	if (watch === 'team') {
		const watching = { ...common, watch, watched: TEAM_RUNS, noSample: NO_RUN };
		return async (account) => await pollFor(watching, context, account);
	}
	const watched = namedRuns(readWatchedIds(context));
	const watching = { ...common, watch, watched, noSample: NO_NAMED_RUN };
	return async (account) => await pollFor(watching, context, account);
}

async function pollFor<Watch extends TriggerState['watch'], Source, Settings>(
	{ watch, watched, settings, sourceUntil, things, noSample }: Watching<Watch, Source, Settings>,
	context: IPollFunctions,
	account: Account,
): Promise<Output> {
	const startedAt = Date.now();
	const trigger = triggerKey(context);
	const isManual = context.getMode() === 'manual';
	const stored = storedState(context, watch, account.digest);
	// The next poll has what this one lacks.
	if (!isManual && stored.isOutdated) return null;
	const isActivation = !isManual && isActivationPoll(context);
	const budget = Math.min(budgetOf(context), isActivation ? ACTIVATION_BUDGET_MS : Infinity);
	const poll: Poll<Source, Settings> = {
		source: sourceUntil(account, startedAt + budget * LAST_MOMENT),
		settings,
		account: stored.account,
		// Of a sample, one look has to do.
		doubts: isManual ? new Doubts(1) : doubtsOf(trigger),
		now: Date.now,
		deadline: startedAt + budget * LAST_START,
	};
	if (isManual) {
		const sample = await watched.sample(poll);
		if (!sample) throw new ExplainedFailure(noSample);
		return output([sample]);
	}
	const isOfAnother = stored.state && watched.isOf?.(stored.state) === false;
	const state = isOfAnother ? undefined : stored.state;
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
			`Some ${things} could not be read and are left to the next poll: ${message}`,
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

const NO_RUN: Explanation = {
	message: 'No agent run has ended yet that would start this workflow',
	description:
		'Start an agent run, for example with the Web Data node, and fetch the test event when it has ended. Runs that the filters leave out do not count.',
	details: {},
};

const NO_NAMED_RUN: Explanation = {
	...NO_RUN,
	description:
		'None of the runs named under Agent Run IDs has ended in a way chosen under Events. Try again when one has.',
};

const NO_PAGE: Explanation = {
	message: 'No check has found a page yet that would start this workflow',
	description:
		'Run the monitor with the Web Data node, and fetch the test event when the check has ended. The first check of a monitor finds all its pages new.',
	details: {},
};
