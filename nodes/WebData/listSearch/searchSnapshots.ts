import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { currentArtifacts, type Artifact } from '../../contract/artifacts';
import { eventsOf } from '../../contract/trace';
import { uuidOf } from '../../contract/uuid';
import { readRoute } from '../../transport/request';
import { READ, routeOf } from '../resources/agentRun/requests';
import { searchResult } from './searchResult';

/** The list behind the field Snapshot ID: what the chosen run has produced. */
export async function searchSnapshots(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await searchResult(this, async () => {
		const chosen = this.getCurrentNodeParameter('jobId', { extractValue: true });
		const jobId = uuidOf(chosen, 'Agent Run', 'an agent run');
		const trace = await readRoute(this, READ, routeOf(jobId, '/trace'));
		const wanted = (filter ?? '').trim().toLowerCase();
		const results = currentArtifacts(eventsOf(trace))
			.map((artifact) => ({ name: nameOf(artifact), value: artifact.snapshotId }))
			.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted));
		return { results };
	});
}

function nameOf({ artifactId, kind, path }: Artifact): string {
	return `${path ?? artifactId}${kind ? ` (${kind})` : ''}`;
}
