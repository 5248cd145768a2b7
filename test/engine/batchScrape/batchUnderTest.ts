import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { LoggedRequest, Service } from '../../../sandbox/service/index.ts';
import type { ExecutionResult, StartedExecution } from '../../support/engine.ts';
import { page, webSite, type WebSite } from '../page/pageUnderTest.ts';
import { requestsTo, startWebData, type RunOptions } from '../webDataUnderTest.ts';

export * from '../webDataUnderTest.ts';
export { inFastTime, realTime, takeOverTime } from '../fastTime.ts';
export { page, webSite, type WebSite } from '../page/pageUnderTest.ts';

export const START_PATH = /^\/v2\/batch\/scrape$/;
export const STATUS_PATH = /^\/v2\/batch\/scrape\/[^/]+$/;
export const ERRORS_PATH = /^\/v2\/batch\/scrape\/[^/]+\/errors$/;

/** Runs an operation of Batch Scrape in the engine against a stand-in. */
export function startOperation(
	service: Pick<Service, 'url'>,
	operation: string,
	parameters: INodeParameters = {},
	options: RunOptions = {},
): StartedExecution<ExecutionResult> {
	return startWebData(service, { resource: 'batchScrape', operation, ...parameters }, options);
}

/** As `startOperation`, to its end. */
export async function batchScrape(
	service: Pick<Service, 'url'>,
	operation: string,
	parameters: INodeParameters = {},
	options: RunOptions = {},
): Promise<ExecutionResult> {
	return await startOperation(service, operation, parameters, options).promise;
}

/** A website with pages `/0` to `/<count - 1>`, some of which break the connection. */
export async function numberedSite(count: number, broken: number[] = []): Promise<WebSite> {
	const files = Array.from({ length: count }, (_, number) => [
		`/${number}`,
		broken.includes(number) ? { broken: true } : page(`Page ${number}`, `<p>Text ${number}</p>`),
	]);
	return await webSite(Object.fromEntries(files) as WebSite['files']);
}

/** Input items with the addresses of the site's pages. */
export function pagesOf({ origin, files }: WebSite): IDataObject[] {
	return Object.keys(files).map((path) => ({ url: origin + path }));
}

/** The starts of jobs that reached the service. */
export function startsAt(service: Pick<Service, 'requests'>): LoggedRequest[] {
	return requestsTo(service, 'POST', START_PATH);
}
