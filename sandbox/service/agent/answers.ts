import type { TraceEvent } from './agentEvents.ts';
import { creditsUsed, endingOf, resultOf, type AgentRun } from './agentRun.ts';
import type { BrowserSession } from './trace.ts';

/** The answer of the start route. */
export interface StartedRun {
	success: true;
	id: string;
	threadId: string;
	threadTurn: number;
}

/** The answer of the status route. */
export interface AgentStatus {
	success: true;
	status: string;
	data?: unknown;
	error?: string;
	model: string;
	effort?: string;
	creditsUsed: number;
	expiresAt: string;
	threadId: string;
	threadTurn: number;
	mode: string;
	message?: string;
	suggestions?: Array<{ label: string; prompt: string }>;
}

export interface AgentListItem {
	id: string;
	createdAt: string;
	targetHint: string;
	origin: string;
	integration?: string;
	settings: { hidden: boolean; starred: boolean };
	status: string;
	options?: { urls?: string[]; prompt: string; schema?: unknown; model: string; effort?: string };
}

/** A page of the list, newest first; `nextBefore` when there are older runs. */
export interface AgentListPage {
	agents: AgentListItem[];
	nextBefore?: number;
}

/** The answer of the trace route. */
export interface AgentTrace {
	success: true;
	id: string;
	events: TraceEvent[];
	creditsUsed: number;
	activeBrowserSessions?: BrowserSession[];
}

/** The answer of the snapshot route. */
export interface AgentSnapshot {
	success: true;
	id: string;
	snapshotId: string;
	snapshot: string;
}

/** The status of a run as it is called at `now`. */
export function statusWord(run: AgentRun, now: number, cancelled: 'failed' | 'cancelled'): string {
	const end = endingOf(run);
	if (now < end.at) return run.script.reports;
	if (end.outcome === 'succeeded') return 'completed';
	return end.outcome === 'cancelled' ? cancelled : 'failed';
}

/** What is told of a run at `now`; its result until `expiresAt`. All unix milliseconds. */
export function statusAnswer(
	run: AgentRun,
	status: string,
	{ now, expiresAt }: { now: number; expiresAt: number },
): AgentStatus {
	const end = endingOf(run);
	const answer: AgentStatus = {
		success: true,
		status,
		model: run.script.model,
		effort: run.request.effort,
		creditsUsed: creditsUsed(run, now),
		expiresAt: new Date(expiresAt).toISOString(),
		threadId: run.threadId,
		threadTurn: run.threadTurn,
		mode: run.request.mode ?? 'extract',
	};
	if (now < end.at) return answer;
	if (end.error) return { ...answer, error: end.error.message };
	if (now >= expiresAt) return answer;
	if (run.request.mode === 'chat')
		return {
			...answer,
			message: run.script.message ?? 'Here is what the sandbox found.',
			suggestions: [{ label: 'More detail', prompt: 'Tell me more about the first result.' }],
		};
	return { ...answer, data: resultOf(run) };
}

export function listItem(run: AgentRun, status: string, withOptions: boolean): AgentListItem {
	const { urls, prompt, schema, effort, origin, integration } = run.request;
	const { model } = run.script;
	return {
		id: run.id,
		createdAt: new Date(run.createdAt).toISOString(),
		targetHint: urls?.[0] ?? prompt.slice(0, 80),
		origin: origin ?? 'api',
		integration,
		settings: { hidden: false, starred: false },
		status,
		...(withOptions ? { options: { urls, prompt, schema, model, effort } } : {}),
	};
}

/** A start as the open server of 2026 tells it: it has no threads. */
export function openStart({ success, id }: StartedRun): object {
	return { success, id };
}

/** A status as the open server of 2026 tells it; credits only once the run has ended. */
export function openStatus(answer: AgentStatus): object {
	const { success, status, data, error, model, expiresAt } = answer;
	const hasEnded = status === 'completed' || status === 'failed';
	const creditsUsed = hasEnded ? answer.creditsUsed : undefined;
	return { success, status, data, error, model, expiresAt, creditsUsed };
}
