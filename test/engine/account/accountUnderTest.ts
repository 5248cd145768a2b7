import type { INodeParameters } from 'n8n-workflow';

import type { Service } from '../../../sandbox/service/index.ts';
import type { ExecutionResult } from '../../support/engine.ts';
import { engine, KEY, type RunOptions } from '../agentRun/agentRunUnderTest.ts';

export {
	jsonOf,
	onlyJson,
	serviceUnderTest,
	shown,
	TestClock,
} from '../agentRun/agentRunUnderTest.ts';

/** Runs an operation of Account in the engine against a stand-in. */
export async function account(
	service: Pick<Service, 'url'>,
	operation: string,
	parameters: INodeParameters = {},
	options: RunOptions = {},
): Promise<ExecutionResult> {
	return await engine().execute({
		node: 'webData',
		parameters: { resource: 'account', operation, ...parameters },
		credentials: { apiKey: KEY, baseUrl: service.url },
		...options,
	});
}
