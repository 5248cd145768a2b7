import type { INodeExecutionData, IDataObject, IPollFunctions } from 'n8n-workflow';

import { jobIdOf } from '../contract/agentRequest';
import { oneOf, textList } from '../contract/checks';
import { accountOf, CREDENTIAL } from '../transport/account';
import { ExplainedFailure } from '../transport/failure';
import type { PollOptions } from './poll';
import { pollNamed } from './pollNamed';
import { pollTeam } from './pollTeam';
import { serviceRuns, type RunSource } from './runSource';
import { newestEvent } from './sampleEvent';
import { storedState, type TriggerState } from './state';

/** What n8n allows a poll where it says nothing. */
const DEFAULT_BUDGET_MS = 5 * 60_000;

/** Part of the budget after which nothing new is begun, and after which all is broken off. */
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
	const budgetMs = context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
	const deadline = Date.now() + budgetMs * LAST_START;
	const source = serviceRuns(context, AbortSignal.timeout(budgetMs * LAST_MOMENT));
	const options = pollOptions(context, deadline);
	const jobIds = watchedIds(context);
	if (context.getMode() === 'manual') {
		return output([await newestEvent(source, options, jobIds)]);
	}
	const memory = memoryOf(context);
	const { events, state } = jobIds
		? await pollNamed(storedState(memory.read(), 'runs'), jobIds, source, options)
		: await pollWatchedTeam(context, memory.read(), source, options);
	memory.write(state);
	return events.length > 0 ? output(events) : null;
}

function pollOptions(context: IPollFunctions, deadline: number): PollOptions {
	const option = (name: string, fallback: unknown) =>
		context.getNodeParameter(`options.${name}`, fallback);
	const events = textList('Events', context.getNodeParameter('events', ALL_EVENTS), {
		commas: true,
	});
	return {
		events: events.map((event) => oneOf(...ALL_EVENTS)('Events', event)),
		includeData: option('includeData', true) !== false,
		emitExisting: option('emitExisting', false) === true,
		promptContains: String(option('promptContains', '')).trim(),
		now: Date.now,
		deadline,
	};
}

const ALL_EVENTS = ['completed', 'failed', 'cancelled', 'creditLimitReached', 'refused'];

/** The ids to watch; undefined when all runs of the team are. */
function watchedIds(context: IPollFunctions): string[] | undefined {
	const watch = oneOf('team', 'runs')('Watch', context.getNodeParameter('watch', 'team'));
	if (watch === 'team') return undefined;
	const ids = textList('Agent Run IDs', context.getNodeParameter('jobIds', []), { commas: true });
	if (ids.length > 0) return ids.map((id) => jobIdOf(id));
	throw new ExplainedFailure({
		message: 'Agent Run IDs is required',
		description: 'Name at least one run to wait for, or set Watch to "All Runs of the Team".',
		details: { field: 'Agent Run IDs' },
	});
}

async function pollWatchedTeam(
	context: IPollFunctions,
	stored: unknown,
	source: RunSource,
	options: PollOptions,
) {
	const { digest } = accountOf(await context.getCredentials(CREDENTIAL));
	return await pollTeam(storedState(stored, 'team'), digest, source, options);
}

/**
 * Where the state is kept: with the node and, by the node's id, with the workflow. n8n finds the
 * first by the node's name, which a user may change; and its durable cursors keep the first alone,
 * but not what the poll at activation writes there.
 */
function memoryOf(context: IPollFunctions) {
	const ofNode = context.getWorkflowStaticData('node');
	const ofWorkflow = context.getWorkflowStaticData('global');
	const key = `webDataTrigger:${context.getNode().id}`;
	return {
		read: (): unknown => ofNode.state ?? ofWorkflow[key],
		write(state: TriggerState) {
			ofNode.state = { ...state } as unknown as IDataObject;
			ofWorkflow[key] = { ...state } as unknown as IDataObject;
		},
	};
}

function output(events: IDataObject[]): INodeExecutionData[][] {
	return [events.map((json) => ({ json }))];
}
