import axios, { type AxiosInstance } from 'axios';
import { afterEach } from 'vitest';

import { startService, type Service, type ServiceOptions } from '../../sandbox/service/index.ts';

const started: Service[] = [];

afterEach(async () => {
	await Promise.all(started.splice(0).map((service) => service.stop()));
});

/** A stand-in that is stopped after the test, and a client that holds its key. */
export async function serviceUnderTest(
	options: ServiceOptions = {},
): Promise<{ service: Service; client: AxiosInstance }> {
	const service = await startService(options);
	started.push(service);
	return { service, client: clientOf(service, 'sandbox-key') };
}

/** Any status is an answer to it; only broken connections reject. */
export function clientOf(service: Service, apiKey: string | undefined): AxiosInstance {
	return axios.create({
		baseURL: service.url,
		proxy: false,
		headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
		validateStatus: () => true,
	});
}

/** A clock that stands still until it is moved. */
export class TestClock {
	time = Date.UTC(2026, 0, 15, 12);
	readonly now = (): number => this.time;

	pass(milliseconds: number): void {
		this.time += milliseconds;
	}
}
