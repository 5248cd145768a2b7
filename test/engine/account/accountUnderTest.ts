import type { INodeParameters } from 'n8n-workflow';

import type { Service } from '../../../sandbox/service/index.ts';
import type { ExecutionResult } from '../../support/engine.ts';
import { startWebData, type RunOptions } from '../webDataUnderTest.ts';

export * from '../webDataUnderTest.ts';

/** Runs an operation of Account in the engine against a stand-in. */
export async function account(
	service: Pick<Service, 'url'>,
	operation: string,
	parameters: INodeParameters = {},
	options: RunOptions = {},
): Promise<ExecutionResult> {
	return await startWebData(service, { resource: 'account', operation, ...parameters }, options)
		.promise;
}
