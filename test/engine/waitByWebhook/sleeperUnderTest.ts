import type { IDataObject, INodeParameters, IRun } from 'n8n-workflow';

import type { Service } from '../../../sandbox/service/index.ts';
import { outputOf, type ExecutionResult } from '../../support/engine.ts';
import type { SleepingExecution, WakeCall } from '../../support/sleepingExecution.ts';
import { agentRun, engine, type RunOptions } from '../agentRun/agentRunUnderTest.ts';

export { engine };
export {
	jsonOf,
	onlyJson,
	requestsTo,
	serviceUnderTest,
	shown,
	START_PATH,
	STATUS_PATH,
} from '../agentRun/agentRunUnderTest.ts';

const NODE = 'Web Data';

/** Starts agent runs that are waited for by webhook, an item for each prompt. */
export async function startAsleep(
	service: Pick<Service, 'url'>,
	prompts: string[],
	options: IDataObject = {},
	run: RunOptions = {},
): Promise<ExecutionResult> {
	const parameters: INodeParameters = {
		prompt: '={{ $json.prompt }}',
		options: { waitBy: 'webhook', maxAttempts: 1, ...options } as INodeParameters,
	};
	const items = prompts.map((prompt) => ({ prompt }));
	return await agentRun(service, 'start', parameters, { items, ...run });
}

/** The execution as it waits in the database. */
export function sleeping({ execution, error }: ExecutionResult): SleepingExecution {
	if (error) throw new Error(`It failed instead: ${error.message}`, { cause: error });
	return engine().sleeping(execution);
}

/** What left the node once it was awake again. */
export function awake(execution: IRun): ExecutionResult {
	return { ...outputOf(execution, NODE), execution, log: [] };
}

/** The same of a call that had to wake it. */
export function woken({ execution, status }: WakeCall): ExecutionResult {
	if (!execution) throw new Error(`The call woke nothing, and was answered with ${status}`);
	return awake(execution);
}

/** How many times the node has run, as the editor shows it. */
export function runsOf({ execution }: ExecutionResult): number {
	return execution.data.resultData.runData[NODE]?.length ?? 0;
}
