import type { INodeParameters } from 'n8n-workflow';

import type { Service } from '../../../sandbox/service/index.ts';
import type { ExecutionResult, StartedExecution } from '../../support/engine.ts';
import { startWebData, type RunOptions } from '../webDataUnderTest.ts';

export * from '../webDataUnderTest.ts';
export { page, pdfOf, webSite, type WebSite } from '../../sandbox/scrapeSite.ts';

export const SCRAPE_PATH = /^\/v2\/scrape$/;

/** Runs Page / Scrape in the engine against a stand-in. */
export async function scrape(
	service: Pick<Service, 'url'>,
	parameters: INodeParameters = {},
	options: RunOptions = {},
): Promise<ExecutionResult> {
	return await startPageOperation(service, 'scrape', parameters, options).promise;
}

/** Runs Page / Get. */
export async function getPage(
	service: Pick<Service, 'url'>,
	parameters: INodeParameters = {},
	options: RunOptions = {},
): Promise<ExecutionResult> {
	return await startPageOperation(service, 'get', parameters, options).promise;
}

/** Runs an operation of Page, and tells how to cancel it meanwhile. */
export function startPageOperation(
	service: Pick<Service, 'url'>,
	operation: string,
	parameters: INodeParameters = {},
	options: RunOptions = {},
): StartedExecution<ExecutionResult> {
	return startWebData(service, { resource: 'page', operation, ...parameters }, options);
}
