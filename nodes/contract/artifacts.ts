import type { IDataObject } from 'n8n-workflow';

import { isRecord } from './checks';

/** What a run has produced, as its trace tells (supplement, `artifact.updated`). */
export interface Artifact {
	artifactId: string;
	/** Of its present content; each update brings another. */
	snapshotId: string;
	kind?: string;
	path?: string;
}

/**
 * The present state of each artifact of a run, in the order of their first appearance.
 *
 * @param events of the trace, in producer order
 */
export function currentArtifacts(events: readonly IDataObject[]): Artifact[] {
	const artifacts = new Map<string, Artifact>();
	for (const { type, artifact } of events) {
		if (type !== 'artifact.updated' || !isRecord(artifact)) continue;
		const { artifactId, snapshotId, kind, path } = artifact;
		if (typeof snapshotId !== 'string') continue;
		const id = typeof artifactId === 'string' ? artifactId : snapshotId;
		artifacts.set(id, {
			artifactId: id,
			snapshotId,
			...(typeof kind === 'string' && { kind }),
			...(typeof path === 'string' && { path }),
		});
	}
	return [...artifacts.values()];
}
