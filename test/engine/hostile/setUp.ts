import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { afterAll } from 'vitest';

import { startService, type Service } from '../../../sandbox/service/index.ts';
import { loadEngine, type Engine, type EngineOptions } from '../../support/engine.ts';
import { answerEverything } from './allowed.ts';

/**
 * The engine, and a stand-in that answers everything with success, until the tests of a file end.
 *
 * @param answer fields of the answer beside those that it always has
 */
export async function setUp(
	options: EngineOptions = {},
	answer?: { data?: object } & Record<string, unknown>,
): Promise<{ engine: Engine; service: Service; credentials: ICredentialDataDecryptedObject }> {
	const engine = await loadEngine(options);
	const service = await startService();
	answerEverything(service, answer);
	afterAll(async () => {
		await service.stop();
		await engine.close();
	});
	return { engine, service, credentials: { apiKey: 'sandbox-key', baseUrl: service.url } };
}
