/** Pages that are gone: the call that ends a check counts them, and the service lists them. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Service } from '../../../sandbox/service/index.ts';
import type { ReceivedCall } from '../../support/receivedCall.ts';
import { inFastTime, takeOverTime } from '../fastTime.ts';
import { DESCRIBED, URLS } from './registrationUnderTest.ts';
import { call, eventBody, serviceUnderTest, type Sending } from './triggerUnderTest.ts';

const CHECK = /\/checks\//;
const PAGES = [1, 2, 3].map((number) => ({
	status: 'removed' as const,
	url: `https://shop.example/${number}`,
}));

beforeEach(takeOverTime);
afterEach(() => {
	vi.useRealTimers();
});

interface Checked {
	service: Service;
	/** The call at the end of the check. */
	body: string;
}

/** A check that has found pages gone. @param counted how many it says they are */
async function checked(counted: number): Promise<Checked> {
	const { service } = await serviceUnderTest();
	const targets = [{ type: 'scrape', urls: URLS }];
	const monitor = service.monitors.create({ name: 'M', schedule: { text: 'hourly' }, targets });
	const { id } = service.monitors.addCheck(monitor, { pages: PAGES });
	const about = { monitorId: monitor.id, checkId: id, status: 'completed' };
	const data = [{ ...about, summary: { removed: counted } }];
	return { service, body: eventBody({ type: 'monitor.check.completed', id, data }) };
}

async function received({ service, body }: Checked, sending: Sending = {}): Promise<ReceivedCall> {
	const parameters = { source: 'monitor', ...DESCRIBED };
	const promise = call(service, body, { parameters, ...sending });
	return await inFastTime({ promise, cancel: () => {} });
}

const urlsOf = ({ items }: ReceivedCall) => items?.map(({ json }) => json.url);

/** Has the next reading of the check find these pages, and be told that others follow. */
function answerWith({ service }: Checked, pages: object[], next?: string): void {
	const json = { success: true, data: { id: 'check', pages }, ...(next !== undefined && { next }) };
	service.orderFault({ method: 'GET', path: CHECK, answer: { status: 200, json } });
}

describe('Removed pages that the service lists late', () => {
	test('are waited for', async () => {
		const check = await checked(3);
		answerWith(check, []);
		answerWith(check, PAGES.slice(0, 1));
		expect(urlsOf(await received(check))).toEqual(PAGES.map(({ url }) => url));
	});

	test('fail the execution after a while, and come when it is tried again', async () => {
		const check = await checked(4);
		const deliveries = new Map<string, Set<string>>();
		const kept = { id: 'node', deliveries };
		const { error } = await received(check, kept);
		expect(error?.message).toBe('The service does not list all removed pages of a check');
		expect(error?.description).toContain('It counts 4 and lists 3.');
		expect(error?.context.details).toMatchObject({ retryable: true });
		answerWith(check, [...PAGES, { status: 'removed', url: 'https://shop.example/4' }]);
		expect(urlsOf(await received(check, kept))).toHaveLength(4);
		expect((await received(check, kept)).items).toEqual([]);
	});
});

describe('Reading removed pages ends', () => {
	const next = (skip: number) => `https://a.example/?skip=${skip}`;

	test('at an empty part', async () => {
		const check = await checked(3);
		answerWith(check, PAGES, next(100));
		for (let part = 2; part < 9; part++) answerWith(check, [], next(part * 100));
		expect(urlsOf(await received(check))).toHaveLength(3);
		expect(check.service.requests).toHaveLength(2);
	});

	test('at a part that comes again, whose pages are told once', async () => {
		const check = await checked(3);
		for (let part = 1; part < 9; part++) answerWith(check, PAGES, next(part * 100));
		expect(urlsOf(await received(check))).toHaveLength(3);
		expect(check.service.requests).toHaveLength(2);
	});
});
