import type { INodeParameters } from 'n8n-workflow';

import type { Service } from '../../../sandbox/service/index.ts';
import type { ExecutionResult, StartedExecution } from '../../support/engine.ts';
import { startWebData, type RunOptions } from '../webDataUnderTest.ts';

export * from '../webDataUnderTest.ts';

export const START_PATH = /^\/v2\/agent$/;
export const STATUS_PATH = /^\/v2\/agent\/[^/]+$/;
export const TRACE_PATH = /^\/v2\/agent\/[^/]+\/trace$/;

export type Operation = 'cancel' | 'get' | 'getAll' | 'getSnapshot' | 'getTrace' | 'start';

/** Runs an operation of Agent Run in the engine against a stand-in. */
export async function agentRun(
	service: Pick<Service, 'url'>,
	operation: Operation,
	parameters: INodeParameters = {},
	options: RunOptions = {},
): Promise<ExecutionResult> {
	return await startOperation(service, operation, parameters, options).promise;
}

/** As `agentRun`, while it runs. */
export function startOperation(
	service: Pick<Service, 'url'>,
	operation: Operation,
	parameters: INodeParameters = {},
	options: RunOptions = {},
): StartedExecution<ExecutionResult> {
	return startWebData(service, { resource: 'agentRun', operation, ...parameters }, options);
}
