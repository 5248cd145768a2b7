import type { INodeExecutionData } from 'n8n-workflow';

import { outputItems, type Execution, type N8nClient } from '../../sandbox/n8n/index.ts';
import { WATCHED_BY } from './workflows.ts';

/** Ends of agent runs that the trigger started an execution with. */
export interface Emission {
	jobId: string;
	executionId: string;
	/** Unix milliseconds at which n8n made the execution. */
	at: number;
}

/** Everything the trigger has emitted, also into executions that were cut short. */
export async function emissionsOf(client: N8nClient, workflowId: string): Promise<Emission[]> {
	const emissions: Emission[] = [];
	for (const { id, createdAt } of await client.executions(workflowId)) {
		const execution = await client.finishedExecution(id);
		for (const { json } of emittedItems(execution)) {
			const { jobId } = json as { jobId: string };
			emissions.push({ jobId, executionId: id, at: Date.parse(createdAt) });
		}
	}
	return emissions;
}

function emittedItems(execution: Execution): INodeExecutionData[] {
	const items = outputItems(execution, WATCHED_BY);
	if (items.length > 0) return items;
	// Not begun: what it was to begin with.
	const first = execution.data.executionData?.nodeExecutionStack[0];
	return first?.data.main?.[0] ?? [];
}
