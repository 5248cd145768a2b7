import type { INodeParameters } from 'n8n-workflow';

import type { LoggedRequest, Service } from '../../../sandbox/service/index.ts';
import type { ExecutionResult, StartedExecution } from '../../support/engine.ts';
import { page, webSite, type WebSite } from '../page/pageUnderTest.ts';
import { requestsTo, startWebData, type RunOptions } from '../webDataUnderTest.ts';

export * from '../webDataUnderTest.ts';
export { inFastTime, realTime, takeOverTime } from '../fastTime.ts';
export { page, webSite, type WebSite } from '../page/pageUnderTest.ts';

export const START_PATH = /^\/v2\/crawl$/;
export const STATUS_PATH = /^\/v2\/crawl\/[^/]{36}$/;
export const ERRORS_PATH = /^\/v2\/crawl\/[^/]+\/errors$/;
export const ACTIVE_PATH = /^\/v2\/crawl\/active$/;
export const PREVIEW_PATH = /^\/v2\/crawl\/params-preview$/;

/** Runs an operation of Crawl in the engine against a stand-in. */
export function startOperation(
	service: Pick<Service, 'url'>,
	operation: string,
	parameters: INodeParameters = {},
	options: RunOptions = {},
): StartedExecution<ExecutionResult> {
	return startWebData(service, { resource: 'crawl', operation, ...parameters }, options);
}

/** As `startOperation`, to its end. */
export async function crawl(
	service: Pick<Service, 'url'>,
	operation: string,
	parameters: INodeParameters = {},
	options: RunOptions = {},
): Promise<ExecutionResult> {
	return await startOperation(service, operation, parameters, options).promise;
}

/** A website whose home page links to pages `/1` to `/<count>`, and to some that break the connection. */
export async function linkedSite(count: number, more: WebSite['files'] = {}): Promise<WebSite> {
	const paths = Array.from({ length: count }, (_, index) => `/${index + 1}`);
	const others = Object.keys(more).filter((path) => path !== '/robots.txt');
	const links = [...paths, ...others].map((path) => `<a href="${path}">${path}</a>`);
	const files = paths.map((path) => [path, page(`Page ${path}`, `<p>Text of ${path}</p>`)]);
	return await webSite({
		'/': page('Home', links.join(' ')),
		...(Object.fromEntries(files) as WebSite['files']),
		...more,
	});
}

/** The starts of crawls that reached the service. */
export function startsAt(service: Pick<Service, 'requests'>): LoggedRequest[] {
	return requestsTo(service, 'POST', START_PATH);
}
