import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { afterAll, beforeAll } from 'vitest';

import type { Service } from '../../sandbox/service/index.ts';
import {
	loadEngine,
	type Engine,
	type ExecuteOptions,
	type ExecutionResult,
	type StartedExecution,
} from '../support/engine.ts';

export { serviceUnderTest } from '../sandbox/serviceUnderTest.ts';

export const KEY = 'sandbox-key';

let loaded: Engine | undefined;

beforeAll(async () => {
	loaded = await loadEngine();
});

afterAll(async () => {
	await loaded?.close();
});

/** The engine of this test file, with the pack in it. */
export function engine(): Engine {
	if (!loaded) throw new Error('The engine is loaded before the first test of a file');
	return loaded;
}

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
