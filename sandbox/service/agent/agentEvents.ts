/** The trace events of the supplement. */

export type Outcome = 'succeeded' | 'failed' | 'cancelled' | 'refused' | 'credit_limit_reached';

export interface TraceError {
	code: 'cancelled' | 'credit_limit_reached' | 'parent_finished' | 'refused' | 'internal';
	source: 'agent' | 'tool' | 'billing' | 'system';
	retryable: boolean;
	message: string;
}

export interface Artifact {
	kind: 'json' | 'markdown';
	artifactId: string;
	path: string;
	snapshotId: string;
	change: 'init' | 'modify' | 'update';
	changedFields?: string[];
	itemCount?: number;
	sourceToolCallId?: string;
}

export interface TraceAgent {
	id: string;
	role: 'orchestrator' | 'subagent' | 'browser' | 'system';
	name: string;
	parentId?: string;
}

export type EventBody =
	| { type: 'run.started' | 'agent.started' }
	| { type: 'run.cancel_requested'; reason: 'user' }
	| { type: 'run.finished'; outcome: Outcome; error: TraceError | null }
	| {
			type: 'agent.finished';
			outcome: Exclude<Outcome, 'credit_limit_reached'>;
			durationMs: number;
			error: TraceError | null;
	  }
	| { type: 'browser.session.started'; sessionId: string }
	| { type: 'browser.session.finished'; sessionId: string; durationMs: number }
	| { type: 'progress.reported'; phase: 'planning' | 'working' | 'finalizing'; message: string }
	| { type: 'reasoning.summary'; text: string }
	| { type: 'tool_call.started'; toolCallId: string; toolName: string; parameters: unknown }
	| { type: 'tool_call.finished'; toolCallId: string; toolName: string; result: unknown }
	| { type: 'artifact.updated'; artifact: Artifact }
	| { type: 'error.occurred'; error: TraceError };

export type TraceEvent = EventBody & {
	schemaVersion: 1;
	eventId: string;
	runId: string;
	/** ISO time. */
	occurredAt: string;
	producerSequence: number;
	agent: TraceAgent;
};
