import type { INodeParameters } from 'n8n-workflow';

import type { Service } from '../../../sandbox/service/index.ts';
import type { ExecutionResult, StartedExecution } from '../../support/engine.ts';
import { startWebData, type RunOptions } from '../webDataUnderTest.ts';

export * from '../webDataUnderTest.ts';

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
	return startWebData(
		service,
		{ resource: 'webSearch', operation: 'search', query: 'backups', ...parameters },
		options,
	);
}

/** A stand-in's answer to Search with this data. */
export function dataAnswer(data: unknown, more: object = {}): { status: number; json: unknown } {
	return { status: 200, json: { success: true, data, creditsUsed: 2, id: 'search-1', ...more } };
}
