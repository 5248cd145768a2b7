import type { INodeParameters } from 'n8n-workflow';

import type { Service, ServiceOptions } from '../../../sandbox/service/index.ts';
import type { ExecutionResult } from '../../support/engine.ts';
import { startWebData, type RunOptions } from '../webDataUnderTest.ts';

export * from '../webDataUnderTest.ts';

/** Code is not run but played: it prints itself. */
export const PLAYED: ServiceOptions = { playCode: (code) => ({ stdout: code, result: 'done' }) };

export type Operation = 'open' | 'execute' | 'getAll' | 'close';

/** Runs an operation of Browser Session in the engine against a stand-in. */
export async function browserSession(
	service: Pick<Service, 'url'>,
	operation: Operation,
	parameters: INodeParameters = {},
	options: RunOptions = {},
): Promise<ExecutionResult> {
	return await startWebData(
		service,
		{ resource: 'browserSession', operation, ...parameters },
		options,
	).promise;
}

/** The parameter for a session given by its id. */
export function byId(sessionId: string): { sessionId: INodeParameters[string] } {
	return { sessionId: { __rl: true, mode: 'id', value: sessionId } };
}

/** A session of the stand-in that is open. */
export function openSession(service: Service): string {
	const lifetimes = { lifetime: 600_000, idleLifetime: 300_000 };
	return service.browserSessions.open({ team: 'sandbox', ...lifetimes }).id;
}
