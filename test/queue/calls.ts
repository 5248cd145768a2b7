import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';

const PARALLEL_CALLS = 8;
const REGISTRATION_LIMIT_MS = 60_000;

const http = axios.create({ timeout: 60_000, proxy: false, validateStatus: () => true });

/**
 * Calls a webhook with each body, a few at a time.
 * @throws Error when n8n refuses a call
 */
export async function callAll(url: string, bodies: readonly object[]): Promise<void> {
	const left = [...bodies];
	const callNext = async () => {
		for (let body = left.shift(); body; body = left.shift()) {
			const { status } = await http.post(url, body);
			if (status !== 200) throw new Error(`n8n answered ${status} to a call of ${url}`);
		}
	};
	await Promise.all(Array.from({ length: PARALLEL_CALLS }, callNext));
}

/** Calls a webhook once, as soon as n8n knows it: for a moment after activation it does not. */
export async function firstCall(url: string, body: object): Promise<void> {
	await until(`${url} is known`, REGISTRATION_LIMIT_MS, async () => {
		const { status } = await http.post(url, body);
		return status === 200;
	});
}

/**
 * Waits until something holds, looking every half a second.
 * @throws Error when it does not within `limitMs`
 */
export async function until(
	what: string,
	limitMs: number,
	holds: () => boolean | Promise<boolean>,
): Promise<void> {
	const deadline = Date.now() + limitMs;
	while (!(await holds())) {
		if (Date.now() > deadline) throw new Error(`Not within ${limitMs / 1000} s: ${what}`);
		await sleep(500);
	}
}
