import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { LoggedRequest, Service } from '../../sandbox/service/index.ts';
import type { ExecuteOptions, ExecutionResult, StartedExecution } from '../support/engine.ts';
import { engine } from './engineUnderTest.ts';

export { engine };
export { serviceUnderTest, TestClock } from '../sandbox/serviceUnderTest.ts';

export const KEY = 'sandbox-key';

/** A well-formed id that nothing has. */
export const UNKNOWN_ID = '0190c6f1-6c2b-7d3e-8a4f-5b6c7d8e9f00';

export type RunOptions = Partial<Omit<ExecuteOptions, 'node' | 'parameters'>>;

/** Begins to run the node in the engine against a stand-in. */
export function startWebData(
	service: Pick<Service, 'url'>,
	parameters: INodeParameters,
	options: RunOptions = {},
): StartedExecution<ExecutionResult> {
	return engine().startExecution({
		node: 'webData',
		parameters,
		credentials: { apiKey: KEY, baseUrl: service.url },
		...options,
	});
}

/** The parameter for a job given by its id. */
export function byId(id: string): { jobId: INodeParameters[string] } {
	return { jobId: { __rl: true, mode: 'id', value: id } };
}

/** The json of the items, without what links them. */
export function jsonOf(items: INodeExecutionData[]): IDataObject[] {
	return items.map(({ json }) => json);
}

/** The only item's json; an execution that failed shows its error instead. */
export function onlyJson({ items, error }: ExecutionResult): IDataObject {
	if (error) throw new Error(`The execution failed: ${error.message}`, { cause: error });
	const [item, ...others] = items;
	if (!item || others.length > 0) throw new Error(`${items.length} items instead of one`);
	return item.json;
}

/** What the error panel shows, with the facts for branches. */
export function shown({ error }: ExecutionResult): {
	message: string;
	description: string;
	details: IDataObject;
} {
	if (!error) throw new Error('The execution did not fail');
	const { message, context } = error;
	const description = error.description ?? '';
	return { message, description, details: (context.details ?? {}) as IDataObject };
}

/** The requests that reached one route, by method and path. */
export function requestsTo(
	service: Pick<Service, 'requests'>,
	method: string,
	path: RegExp,
): LoggedRequest[] {
	return service.requests.filter((entry) => entry.method === method && path.test(entry.path));
}
