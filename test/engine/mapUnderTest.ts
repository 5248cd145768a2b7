import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Service } from '../../sandbox/service/index.ts';
import type { ExecuteOptions, ExecutionResult, StartedExecution } from '../support/engine.ts';
import { engine } from './engineUnderTest.ts';

export { engine };
export { serviceUnderTest } from '../sandbox/serviceUnderTest.ts';

export const KEY = 'sandbox-key';

export type MapOptions = Partial<Omit<ExecuteOptions, 'node' | 'parameters'>>;

/** Runs Map in the engine against a stand-in. A page that exists is mapped where no URL is given. */
export async function map(
	service: Pick<Service, 'url'>,
	parameters: INodeParameters = {},
	options: MapOptions = {},
): Promise<ExecutionResult> {
	return await startMap(service, parameters, options).promise;
}

/** As `map`, while it runs. */
export function startMap(
	service: Pick<Service, 'url'>,
	parameters: INodeParameters = {},
	options: MapOptions = {},
): StartedExecution<ExecutionResult> {
	return engine().startExecution({
		node: 'webData',
		parameters: { url: 'https://example.com', ...parameters },
		credentials: { apiKey: KEY, baseUrl: service.url },
		...options,
	});
}

/** A stand-in's answer to Map with these links. */
export function linksAnswer(links: unknown): { status: number; json: unknown } {
	return { status: 200, json: { success: true, links } };
}

export function jsonOf(items: INodeExecutionData[]): IDataObject[] {
	return items.map(({ json }) => json);
}

/** `count` input items, each with its number. */
export function inputs(count: number): IDataObject[] {
	return Array.from({ length: count }, (_, number) => ({ number }));
}
