import type { INodeExecutionData, IDataObject, IPollFunctions } from 'n8n-workflow';

import { jobIdOf } from '../contract/agentRequest';
import { FieldError, flag, isBlank, oneOf, text, textList } from '../contract/checks';
import { accountOf, CREDENTIAL } from '../transport/account';
import { ExplainedFailure } from '../transport/failure';
import { EVENTS } from './agentEvent';
import { memoryOf } from './memory';
import type { PollOptions } from './poll';
import { explainPoll } from './pollError';
import { pollNamed } from './pollNamed';
import { pollTeam } from './pollTeam';
import { serviceRuns } from './runSource';
import { newestEvent } from './sampleEvent';
import { stateOfKind } from './state';

/** What a poll may take on versions of n8n that do not say. */
const DEFAULT_BUDGET_MS = 5 * 60_000;

/** Part of the budget after which no run is begun, and after which nothing is waited for. */
const LAST_START = 0.8;
const LAST_MOMENT = 0.95;

/**
 * One poll: emits the ends of agent runs since the last one.
 *
 * @returns null when there are none
 */
export async function pollForEvents(
	context: IPollFunctions,
): Promise<INodeExecutionData[][] | null> {
	const budgetMs = 'getPollBudgetMs' in context ? context.getPollBudgetMs() : DEFAULT_BUDGET_MS;
	const startedAt = Date.now();
	// Before anything is waited for: n8n may take away what resolves their expressions.
	const options = pollOptions(context, startedAt + budgetMs * LAST_START);
	const jobIds = watchedIds(context);
	const account = accountOf(await context.getCredentials(CREDENTIAL));
	const source = serviceRuns(context, account, startedAt + budgetMs * LAST_MOMENT);
	if (context.getMode() === 'manual') {
		return output([await newestEvent(source, options, jobIds)]);
	}
	const memory = memoryOf(context);
	// The next poll has what this one lacks.
	if (memory.isOutdated) return null;
	const { events, state, unread } = jobIds
		? await pollNamed(stateOfKind(memory.state, 'runs'), account.digest, jobIds, source, options)
		: await pollTeam(stateOfKind(memory.state, 'team'), account.digest, source, options);
	if (unread !== undefined) {
		const { message } = await explainPoll(context, unread);
		context.logger.warn(
			`Some agent runs could not be read and are left to the next poll: ${message}`,
		);
	}
	// Nothing comes between these two. n8n saves the state just before it creates the execution: only a
	// crash in that moment loses events, and with n8n's durable cursors, which save both at once, none.
	memory.write(state);
	return events.length > 0 ? output(events) : null;
}

function pollOptions(context: IPollFunctions, deadline: number): PollOptions {
	const option = (name: string, fallback: unknown) =>
		context.getNodeParameter(`options.${name}`, fallback);
	const choice = (name: string, displayName: string, fallback: boolean) => {
		const value = option(name, fallback);
		return isBlank(value) ? fallback : flag(displayName, value);
	};
	const events = textList('Events', context.getNodeParameter('events', EVENTS), { commas: true });
	if (events.length === 0) throw new FieldError('Events', 'must name at least one', undefined);
	return {
		events: events.map((event) => oneOf(...EVENTS)('Events', event)),
		includeData: choice('includeData', 'Include Data', true),
		emitExisting: choice('emitExisting', 'Emit Existing Runs', false),
		promptContains: text('Prompt Contains', option('promptContains', '')),
		now: Date.now,
		deadline,
	};
}

/** The ids to watch; undefined when all runs of the team are. */
function watchedIds(context: IPollFunctions): string[] | undefined {
	const watch = oneOf('team', 'runs')('Watch', context.getNodeParameter('watch', 'team'));
	if (watch === 'team') return undefined;
	const ids = textList('Agent Run IDs', context.getNodeParameter('jobIds', []), { commas: true });
	if (ids.length > 0) return ids.map((id) => jobIdOf(id, 'Agent Run IDs'));
	throw new ExplainedFailure({
		message: 'Agent Run IDs is required',
		description: 'Name at least one run to wait for, or set Watch to "All Runs of the Team".',
		details: { field: 'Agent Run IDs' },
	});
}

function output(events: IDataObject[]): INodeExecutionData[][] {
	return [events.map((json) => ({ json }))];
}
