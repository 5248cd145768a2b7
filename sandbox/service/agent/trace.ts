import type { Artifact, EventBody, TraceAgent, TraceError, TraceEvent } from './agentEvents.ts';
import { endingOf, type AgentRun, type Ending } from './agentRun.ts';

export interface BrowserSession {
	id: string;
	liveViewUrl: string;
	viewport: { width: number; height: number };
}

interface PlannedEvent {
	/** Unix milliseconds. */
	at: number;
	agent: TraceAgent;
	body: EventBody;
}

/** The events of a run that have occurred by `now`, in producer order. */
export function traceOf(run: AgentRun, now: number): TraceEvent[] {
	return plan(run)
		.filter(({ at }) => at <= now)
		.map(({ at, agent, body }, sequence) => ({
			schemaVersion: 1,
			eventId: `${run.id}-${sequence}`,
			runId: run.id,
			occurredAt: new Date(at).toISOString(),
			producerSequence: sequence,
			agent,
			...body,
		}));
}

/** Browser sessions that have started and not finished. */
export function activeBrowserSessions(events: TraceEvent[]): BrowserSession[] {
	const open = new Set<string>();
	for (const event of events) {
		if (event.type === 'browser.session.started') open.add(event.sessionId);
		if (event.type === 'browser.session.finished') open.delete(event.sessionId);
	}
	return [...open].map((id) => ({
		id,
		liveViewUrl: `https://live.sandbox.example/${id}`,
		viewport: { width: 1280, height: 800 },
	}));
}

/** The whole story of a run as things stand: its work until it ends, then its end. */
function plan(run: AgentRun): PlannedEvent[] {
	const end = endingOf(run);
	const events = work(run).filter(({ at }) => at < end.at);
	if (run.cancelRequestedAt !== undefined)
		events.push({
			at: run.cancelRequestedAt,
			agent: agentsOf(run).system,
			body: { type: 'run.cancel_requested', reason: 'user' },
		});
	events.sort((one, other) => one.at - other.at);
	return [...events, ...conclusion(run, end, events)];
}

/** What the run does while it lasts, each step at its share of the scripted duration. */
function work(run: AgentRun): PlannedEvent[] {
	const { system, lead, browser } = agentsOf(run);
	const { lasts, stumbles, outcome } = run.script;
	const url = run.request.urls?.[0] ?? 'https://docs.example/guide';
	const search = { toolCallId: 'call-1', toolName: 'search' };
	const scrape = { toolCallId: 'call-2', toolName: 'scrape' };
	const sessionId = `session-${run.id}`;
	const steps: Array<[share: number, agent: TraceAgent, body: EventBody]> = [
		[0, system, { type: 'run.started' }],
		[0, lead, { type: 'agent.started' }],
		[0.05, lead, progress('planning', 'Planning the work')],
		[0.1, lead, { type: 'reasoning.summary', text: 'The task needs a search and one page.' }],
		[0.15, browser, { type: 'agent.started' }],
		[0.2, browser, { type: 'browser.session.started', sessionId }],
		[0.25, browser, { type: 'tool_call.started', ...search, parameters: { query: 'sandbox' } }],
		[0.35, browser, { type: 'tool_call.finished', ...search, result: { urls: [url] } }],
		[0.4, lead, artifact(run, 'json', 1, { change: 'init' })],
		[0.45, lead, artifact(run, 'markdown', 1, { change: 'init' })],
		[0.5, lead, progress('working', 'Reading the pages found')],
		[0.55, browser, { type: 'tool_call.started', ...scrape, parameters: { url } }],
		[0.65, browser, { type: 'tool_call.finished', ...scrape, result: { status: 200 } }],
		[
			0.7,
			lead,
			artifact(run, 'json', 2, { change: 'modify', sourceToolCallId: scrape.toolCallId }),
		],
		[
			0.8,
			browser,
			{ type: 'browser.session.finished', sessionId, durationMs: Math.round(lasts * 0.6) },
		],
	];
	if (stumbles) steps.push([0.6, browser, { type: 'error.occurred', error: stumble }]);
	if (outcome === 'succeeded')
		steps.push(
			[
				0.85,
				browser,
				{
					type: 'agent.finished',
					outcome: 'succeeded',
					durationMs: Math.round(lasts * 0.7),
					error: null,
				},
			],
			[0.9, lead, progress('finalizing', 'Putting the result together')],
			[0.92, lead, artifact(run, 'markdown', 2, { change: 'update' })],
			[0.95, lead, artifact(run, 'json', 3, { change: 'update' })],
		);
	return steps.map(([share, agent, body]) => ({
		at: run.createdAt + Math.floor(lasts * share),
		agent,
		body,
	}));
}

/** The end: agents still at work stop, then the run. A stopped subagent has no cause of its own. */
function conclusion(run: AgentRun, end: Ending, before: PlannedEvent[]): PlannedEvent[] {
	const { system, lead, browser } = agentsOf(run);
	const isOpen = (
		agent: TraceAgent,
		start: EventBody['type'],
		finish: EventBody['type'],
	): boolean =>
		before.some((event) => event.agent.id === agent.id && event.body.type === start) &&
		!before.some((event) => event.agent.id === agent.id && event.body.type === finish);
	const bodies: Array<[TraceAgent, EventBody]> = [];
	if (isOpen(browser, 'browser.session.started', 'browser.session.finished'))
		bodies.push([
			browser,
			{
				type: 'browser.session.finished',
				sessionId: `session-${run.id}`,
				durationMs: end.at - run.createdAt,
			},
		]);
	if (isOpen(browser, 'agent.started', 'agent.finished'))
		bodies.push(
			[browser, { type: 'error.occurred', error: parentFinished }],
			[browser, finished(run, end, parentFinished)],
		);
	if (end.error) bodies.push([lead, { type: 'error.occurred', error: end.error }]);
	bodies.push(
		[lead, finished(run, end, end.error)],
		[system, { type: 'run.finished', outcome: end.outcome, error: end.error }],
	);
	return bodies.map(([agent, body]) => ({ at: end.at, agent, body }));
}

/** An agent's own outcome has no `credit_limit_reached`: to the agent this is a failure. */
function finished(run: AgentRun, end: Ending, error: TraceError | null): EventBody {
	const outcome = end.outcome === 'credit_limit_reached' ? 'failed' : end.outcome;
	return { type: 'agent.finished', outcome, durationMs: end.at - run.createdAt, error };
}

const parentFinished: TraceError = {
	code: 'parent_finished',
	source: 'agent',
	retryable: false,
	message: 'The agent that started this one finished first.',
};

const stumble: TraceError = {
	code: 'internal',
	source: 'tool',
	retryable: true,
	message: 'A page could not be read and was tried again.',
};

function agentsOf(run: AgentRun): Record<'system' | 'lead' | 'browser', TraceAgent> {
	const lead: TraceAgent = { id: `lead-${run.id}`, role: 'orchestrator', name: 'Lead' };
	return {
		system: { id: `system-${run.id}`, role: 'system', name: 'System' },
		lead,
		browser: { id: `browser-${run.id}`, role: 'browser', name: 'Browser', parentId: lead.id },
	};
}

function progress(phase: 'planning' | 'working' | 'finalizing', message: string): EventBody {
	return { type: 'progress.reported', phase, message };
}

/** Every change of an artifact makes a snapshot with an id of its own. */
function snapshotIdOf(run: AgentRun, kind: Artifact['kind'], version: number): string {
	return `snap_${run.id.replaceAll('-', '')}_${kind}_${version}`;
}

function artifact(
	run: AgentRun,
	kind: Artifact['kind'],
	version: number,
	more: Pick<Artifact, 'change' | 'sourceToolCallId'>,
): EventBody {
	return {
		type: 'artifact.updated',
		artifact: {
			kind,
			artifactId: `${kind}-${run.id}`,
			path: kind === 'json' ? 'result.json' : 'report.md',
			snapshotId: snapshotIdOf(run, kind, version),
			...more,
		},
	};
}
