import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Service } from '../../sandbox/service/index.ts';
import type { ExecutionResult, StartedExecution } from '../support/engine.ts';
import { startWebData, type RunOptions } from './webDataUnderTest.ts';

export * from './webDataUnderTest.ts';

/** Runs Map in the engine against a stand-in. A page that exists is mapped where no URL is given. */
export async function map(
	service: Pick<Service, 'url'>,
	parameters: INodeParameters = {},
	options: RunOptions = {},
): Promise<ExecutionResult> {
	return await startMap(service, parameters, options).promise;
}

/** As `map`, while it runs. */
export function startMap(
	service: Pick<Service, 'url'>,
	parameters: INodeParameters = {},
	options: RunOptions = {},
): StartedExecution<ExecutionResult> {
	return startWebData(service, { url: 'https://example.com', ...parameters }, options);
}

/** A stand-in's answer to Map with these links. */
export function linksAnswer(links: unknown): { status: number; json: unknown } {
	return { status: 200, json: { success: true, links } };
}

/** `count` input items, each with its number. */
export function inputs(count: number): IDataObject[] {
	return Array.from({ length: count }, (_, number) => ({ number }));
}
