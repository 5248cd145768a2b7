import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { LoggedRequest, Service } from '../../../sandbox/service/index.ts';
import type { ExecuteOptions, ExecutionResult } from '../../support/engine.ts';
import { engine } from '../engineUnderTest.ts';

export { engine };
export { page, webSite, type WebSite } from '../../sandbox/scrapeSite.ts';
export { serviceUnderTest, TestClock } from '../../sandbox/serviceUnderTest.ts';

export const KEY = 'sandbox-key';

/** A well-formed id that nothing has. */
export const UNKNOWN_ID = '0190c6f1-6c2b-7d3e-8a4f-5b6c7d8e9f00';

export type Operation =
	'create' | 'delete' | 'get' | 'getAll' | 'getCheck' | 'getChecks' | 'run' | 'update';

export type RunOptions = Partial<Omit<ExecuteOptions, 'node' | 'parameters'>>;

/** Runs an operation of Monitor in the engine against a stand-in. */
export async function monitor(
	service: Pick<Service, 'url'>,
	operation: Operation,
	parameters: INodeParameters = {},
	options: RunOptions = {},
): Promise<ExecutionResult> {
	return await engine().startExecution({
		node: 'webData',
		parameters: { resource: 'monitor', operation, ...parameters },
		credentials: { apiKey: KEY, baseUrl: service.url },
		...options,
	}).promise;
}

/** Enough to create a monitor of one page. */
export const PRICES: INodeParameters = {
	name: 'Prices',
	schedule: 'every 30 minutes',
	urls: ['https://example.com/pricing'],
};

/** A monitor of the stand-in, made without HTTP. */
export function givenMonitor(
	{ monitors }: Pick<Service, 'monitors'>,
	urls: string[] = ['https://example.com/pricing'],
	more: Partial<Parameters<Service['monitors']['create']>[0]> = {},
): ReturnType<Service['monitors']['create']> {
	const targets = [{ type: 'scrape', urls }];
	return monitors.create({ name: 'Prices', schedule: { text: 'hourly' }, targets, ...more });
}

/** The parameter for a monitor given by its id, or a check of it. */
export function byId(monitorId: string, checkId?: string): INodeParameters {
	const locator = (value: string) => ({ __rl: true, mode: 'id', value });
	return {
		monitorId: locator(monitorId),
		...(checkId !== undefined && { checkId: locator(checkId) }),
	};
}

export function jsonOf(items: INodeExecutionData[]): IDataObject[] {
	return items.map(({ json }) => json);
}

/** The items' json; an execution that failed shows its error instead. */
export function itemsOf({ items, error }: ExecutionResult): IDataObject[] {
	if (error) {
		const text = `${error.message}: ${error.description ?? ''}`;
		throw new Error(`The execution failed: ${text}`, { cause: error });
	}
	return jsonOf(items);
}

/** The only item's json. */
export function onlyJson(result: ExecutionResult): IDataObject {
	const [item, ...others] = itemsOf(result);
	if (!item || others.length > 0) throw new Error(`${others.length + 1} items instead of one`);
	return item;
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

/** The requests of one method. */
export function requestsOf(
	service: Pick<Service, 'requests'>,
	method: LoggedRequest['method'],
): LoggedRequest[] {
	return service.requests.filter((entry) => entry.method === method);
}
