import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { afterEach, beforeEach, vi } from 'vitest';

import type { LoggedRequest, Service, ServiceOptions } from '../../../sandbox/service/index.ts';
import { serviceUnderTest as startStandIn } from '../../sandbox/serviceUnderTest.ts';
import type { ActiveTrigger, PollResult } from '../../support/activeTrigger.ts';
import type { TriggerOptions } from '../../support/engine.ts';
import { engine } from '../engineUnderTest.ts';

export { engine };

export const KEY = 'sandbox-key';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const realNow = Date.now;
let passed = 0;

// The stand-in and the trigger share one clock: it goes on as usual, and jumps when a test says so.
beforeEach(() => {
	passed = 0;
	vi.spyOn(Date, 'now').mockImplementation(() => realNow() + passed);
});

afterEach(() => {
	vi.restoreAllMocks();
});

/** Lets time pass at once. */
export function pass(ms: number): void {
	passed += ms;
}

/** Lets that time pass with every request to a route, in no real time. */
export function requestsTake(service: Service, path: string | RegExp, ms: number): void {
	service.orderFault({
		path,
		body: () => {
			pass(ms);
			return false;
		},
	});
}

/** A stand-in with that clock. */
export async function serviceUnderTest(options: ServiceOptions = {}): Promise<Service> {
	const { service } = await startStandIn({ now: () => Date.now(), ...options });
	return service;
}

type Options = Partial<Omit<TriggerOptions, 'node' | 'parameters'>>;

/** The trigger in an active workflow, watching the team unless parameters say otherwise. */
export function triggerOf(
	service: Pick<Service, 'url'>,
	parameters: INodeParameters = {},
	options: Options = {},
): ActiveTrigger {
	return engine().activeTrigger({
		node: 'webDataTrigger',
		parameters,
		credentials: { apiKey: KEY, baseUrl: service.url },
		...options,
	});
}

/** The same, switched on already. */
export async function activated(
	service: Pick<Service, 'url'>,
	parameters: INodeParameters = {},
	options: Options = {},
): Promise<ActiveTrigger> {
	const trigger = triggerOf(service, parameters, options);
	eventsOf(await trigger.activate());
	return trigger;
}

/** "Fetch Test Event" in the editor. */
export async function fetchTestEvent(
	service: Pick<Service, 'url'>,
	parameters: INodeParameters = {},
	options: Options = {},
): Promise<PollResult> {
	return await engine().poll({
		node: 'webDataTrigger',
		parameters,
		credentials: { apiKey: KEY, baseUrl: service.url },
		mode: 'manual',
		...options,
	});
}

/** The events of a poll that succeeded. */
export function eventsOf({ items, error }: PollResult): IDataObject[] {
	if (error) throw new Error(`The poll failed: ${error.message}`, { cause: error });
	return (items ?? []).map(({ json }) => json);
}

/** The ids of a poll's events. */
export function idsOf(result: PollResult): unknown[] {
	return eventsOf(result).map(({ jobId }) => jobId);
}

/** Starts a run at the present moment of the clock, or so long ago. */
export function startRun(service: Service, prompt: string, ago = 0): string {
	return service.agentRuns.start({ prompt }, { createdAt: Date.now() - ago }).id;
}

/** Starts runs a millisecond apart. */
export function startRuns(service: Service, count: number, prompt: string, ago = 0): string[] {
	const createdAt = Date.now() - ago - count;
	return Array.from(
		{ length: count },
		(_, index) => service.agentRuns.start({ prompt }, { createdAt: createdAt + index }).id,
	);
}

/** The requests since the last call, each as its route. */
export function requestsSince(service: Service): string[] {
	return service.requests.splice(0).map(routeOf);
}

function routeOf({ method, path }: LoggedRequest): string {
	if (method !== 'GET') return `${method} ${path}`;
	if (path === '/v2/agent') return 'list';
	return path.endsWith('/trace') ? 'trace' : 'status';
}
