import type { INodeParameters } from 'n8n-workflow';

import type { Service } from '../../../sandbox/service/index.ts';
import type { ExecutionResult, StartedExecution } from '../../support/engine.ts';
import { KEY, type RunOptions } from '../agentRun/agentRunUnderTest.ts';
import { engine } from '../engineUnderTest.ts';

export {
	engine,
	jsonOf,
	KEY,
	onlyJson,
	serviceUnderTest,
	shown,
	TestClock,
	type RunOptions,
} from '../agentRun/agentRunUnderTest.ts';

/** Runs Web Search / Search in the engine against a stand-in. */
export async function search(
	service: Pick<Service, 'url'>,
	parameters: INodeParameters = {},
	options: RunOptions = {},
): Promise<ExecutionResult> {
	return await startSearch(service, parameters, options).promise;
}

/** As `search`, while it runs. */
export function startSearch(
	service: Pick<Service, 'url'>,
	parameters: INodeParameters = {},
	options: RunOptions = {},
): StartedExecution<ExecutionResult> {
	return engine().startExecution({
		node: 'webData',
		parameters: { resource: 'webSearch', operation: 'search', query: 'backups', ...parameters },
		credentials: { apiKey: KEY, baseUrl: service.url },
		...options,
	});
}

/** A stand-in's answer to Search with this data. */
export function dataAnswer(data: unknown, more: object = {}): { status: number; json: unknown } {
	return { status: 200, json: { success: true, data, creditsUsed: 2, id: 'search-1', ...more } };
}
