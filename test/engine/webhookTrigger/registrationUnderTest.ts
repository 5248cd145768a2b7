import type { INodeParameters } from 'n8n-workflow';

import type { Service } from '../../../sandbox/service/index.ts';
import type { RegistrationOptions } from '../../support/engine.ts';
import type { RegisteredTrigger } from '../../support/registeredTrigger.ts';
import { engine, KEY } from './triggerUnderTest.ts';

export const WEBHOOK_ID = '3f6a5a0c-9d0f-4a3c-8d52-6a1f3e0d9b11';
const WORKFLOW_ID = 'kM3bT0xYqL7wZ2aN';

/** Where an active trigger is called. */
export const ADDRESS = `http://127.0.0.1:5678/webhook/${WEBHOOK_ID}/webhook`;

export const URLS = ['https://shop.example/chair'];

/** All that a user has to say of a monitor. */
export const DESCRIBED: INodeParameters = { schedule: 'hourly', urls: URLS };

/** The same trigger each time, in a workflow to be switched on. */
export function trigger(
	service: Pick<Service, 'url'>,
	parameters: INodeParameters = {},
	more: Partial<RegistrationOptions> = {},
): RegisteredTrigger {
	return engine().registration({
		node: 'webDataWebhookTrigger',
		parameters: { ...DESCRIBED, ...parameters },
		credentials: { apiKey: KEY, baseUrl: service.url },
		webhookId: WEBHOOK_ID,
		workflowId: WORKFLOW_ID,
		...more,
	});
}

export async function messageOf(work: Promise<unknown>): Promise<string> {
	return await work.then(
		() => 'It did not fail',
		(error: unknown) => (error as Error).message,
	);
}
