import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { LoggedRequest, Service } from '../../../sandbox/service/index.ts';
import type { ExecutionResult } from '../../support/engine.ts';
import { jsonOf, startWebData, type RunOptions } from '../webDataUnderTest.ts';

export { page, webSite, type WebSite } from '../../sandbox/scrapeSite.ts';
export * from '../webDataUnderTest.ts';

export type Operation =
	'create' | 'delete' | 'get' | 'getAll' | 'getCheck' | 'getChecks' | 'run' | 'update';

/** Runs an operation of Monitor in the engine against a stand-in. */
export async function monitor(
	service: Pick<Service, 'url'>,
	operation: Operation,
	parameters: INodeParameters = {},
	options: RunOptions = {},
): Promise<ExecutionResult> {
	return await startWebData(service, { resource: 'monitor', operation, ...parameters }, options)
		.promise;
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

/** The items' json; an execution that failed shows its error instead. */
export function itemsOf({ items, error }: ExecutionResult): IDataObject[] {
	if (error) {
		const text = `${error.message}: ${error.description ?? ''}`;
		throw new Error(`The execution failed: ${text}`, { cause: error });
	}
	return jsonOf(items);
}

/** The requests of one method. */
export function requestsOf(
	service: Pick<Service, 'requests'>,
	method: LoggedRequest['method'],
): LoggedRequest[] {
	return service.requests.filter((entry) => entry.method === method);
}
