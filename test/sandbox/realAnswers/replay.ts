import axios from 'axios';

import type { Service, ServiceOptions } from '../../../sandbox/service/index.ts';
import { serviceUnderTest, TestClock } from '../serviceUnderTest.ts';
import { deploymentOf, shapeOf, type Recorded, type Shape } from './recorded.ts';
import { uploadOf } from './uploads.ts';

/** What has to be true before a recorded request can be repeated. */
export interface Preparation {
	options?: ServiceOptions | (() => Promise<ServiceOptions>);
	/** Replaces the request's body, such as orders to the agent service that was played then. */
	body?: unknown;
	/** Replaces the Authorization header; null for none. */
	authorization?: string | null;
	/** Does what was done before, and tells the path if it holds an id of this time. */
	before?: (service: Service, clock: TestClock) => string | undefined | Promise<string | undefined>;
}

/** Sends a recorded request to the stand-in that plays its server. */
export async function replay(entry: Recorded, preparation: Preparation = {}): Promise<Shape> {
	const { options = {}, before } = preparation;
	const clock = new TestClock();
	const { service } = await serviceUnderTest({
		...deploymentOf(entry),
		now: clock.now,
		...(typeof options === 'function' ? await options() : options),
	});
	const path = (await before?.(service, clock)) ?? entry.request.path;
	const { authorization = 'Bearer sandbox-key', body = bodyOf(entry) } = preparation;
	const form = uploadOf(body);
	const answer = await axios.request<unknown>({
		baseURL: service.url,
		url: path,
		method: entry.request.method,
		data: form ?? (body === undefined || typeof body === 'string' ? body : JSON.stringify(body)),
		// Sent as it is: axios would make JSON of broken JSON.
		transformRequest: [(data: unknown) => data],
		headers: {
			...(authorization === null ? {} : { authorization }),
			...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
			...idempotencyKey(entry),
		},
		proxy: false,
		maxBodyLength: Infinity,
		validateStatus: () => true,
	});
	return shapeOf(answer.status, String(answer.headers['content-type'] ?? ''), answer.data);
}

/** A body of 11 MB is recorded by its beginning and its length. */
function bodyOf({ request: { body } }: Recorded): unknown {
	if (typeof body !== 'string') return body;
	const [, start = '', length] = /^(.*)… \((\d+) characters\)$/s.exec(body) ?? [];
	return length === undefined ? body : `${start.padEnd(Number(length) - 2, 'x')}"}`;
}

/** The key that the recorded request had, which its note tells. */
export function idempotencyKey({ request: { note = '' } }: Recorded): Record<string, string> {
	const key = /^x-idempotency-key: (\S+)/.exec(note)?.[1];
	return key === undefined ? {} : { 'x-idempotency-key': key };
}
