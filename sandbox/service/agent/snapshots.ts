import { isObject } from '../http/validation.ts';
import type { Artifact } from './agentEvents.ts';
import { resultOf, type AgentRun } from './agentRun.ts';
import { traceOf } from './trace.ts';

/** The content of a snapshot while it is its artifact's current one, else undefined. */
export function snapshotOf(run: AgentRun, snapshotId: string, now: number): string | undefined {
	const current = new Map<string, Artifact>();
	for (const event of traceOf(run, now))
		if (event.type === 'artifact.updated') current.set(event.artifact.artifactId, event.artifact);
	const artifact = [...current.values()].find((entry) => entry.snapshotId === snapshotId);
	return (
		artifact && (artifact.kind === 'json' ? jsonContent(run, artifact) : report(run, artifact))
	);
}

/** The result as far as it has grown: empty, then its first half, then all of it. */
function jsonContent(run: AgentRun, { change }: Artifact): string {
	const result = resultOf(run);
	if (change === 'update' || !isObject(result)) return JSON.stringify(result);
	const entries = Object.entries(result);
	const known = change === 'init' ? 0 : Math.ceil(entries.length / 2);
	return JSON.stringify(Object.fromEntries(entries.slice(0, known)));
}

function report(run: AgentRun, { change }: Artifact): string {
	const text = [
		'# Report',
		'',
		`Task: ${run.request.prompt}`,
		'',
		change === 'update' ? 'The work is done; the result is in result.json.' : 'Work in progress.',
		'',
	].join('\n');
	return text.padEnd(run.script.large, 'The sandbox repeats itself. ');
}
