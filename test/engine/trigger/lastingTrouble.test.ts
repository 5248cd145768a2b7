/** Answers about a single run that may be wrong, or that never come. */
import { describe, expect, it } from 'vitest';

import { errorAnswer, type Fault, type Service } from '../../../sandbox/service/index.ts';
import type { ActiveTrigger } from '../../support/activeTrigger.ts';
import { retryAtOnce } from '../retryAtOnce.ts';
import {
	activated,
	DAY,
	eventsOf,
	HOUR,
	fetchTestEvent,
	idsOf,
	MINUTE,
	pass,
	serviceUnderTest,
	startRun,
	startRuns,
} from './triggerUnderTest.ts';

type Answer = Omit<Fault, 'path' | 'times'>;

const HTML = { 'content-type': 'text/html' };
const GATEWAY_JSON: Answer = {
	answer: { status: 404, json: { status: 404, error: 'Not Found' } },
};
const HTML_404: Answer = { answer: { status: 404, headers: HTML, body: '<h1>No such page</h1>' } };
const UNKNOWN: Answer = { answer: errorAnswer(404, 'Agent job not found') };

function statusAnswers(service: Service, answer: Answer, times = Infinity): void {
	service.orderFault({ path: /^\/v2\/agent\/[^/]+$/, times, ...answer });
}

/** All events of polls until there is one, failed polls left out. */
async function pollUntilEvent(trigger: ActiveTrigger, most = 10) {
	for (let polls = 1; polls <= most; polls++) {
		const result = await trigger.tick();
		if (result.items) return { polls, events: eventsOf(result) };
		pass(MINUTE);
	}
	return { polls: most, events: [] };
}

describe('A run that something denies to know', () => {
	retryAtOnce();

	it.each<[string, Answer]>([
		["a gateway's JSON", GATEWAY_JSON],
		["a gateway's HTML", HTML_404],
		['the service once', UNKNOWN],
	])('has not failed, and its real end comes (%s)', async (_, answer) => {
		const service = await serviceUnderTest();
		const ids = startRuns(service, 5, '[lasts 10m]');
		const trigger = await activated(service, { watch: 'runs', jobIds: ids });
		statusAnswers(service, answer);
		expect((await trigger.tick()).items).toBeNull();
		service.clearFaults();
		expect(idsOf(await trigger.tick())).toEqual([]);
		pass(11 * MINUTE);
		const events = eventsOf(await trigger.tick());
		expect(events.map(({ jobId, event }) => [jobId, event])).toEqual(
			ids.map((id) => [id, 'agent.completed']),
		);
	});

	it('is taken for gone when the service says so in five polls in a row', async () => {
		const service = await serviceUnderTest();
		const id = startRun(service, '[lasts 10m]');
		const trigger = await activated(service, { watch: 'runs', jobIds: [id] });
		statusAnswers(service, UNKNOWN, 4);
		for (let poll = 0; poll < 5; poll++) expect(idsOf(await trigger.tick())).toEqual([]);
		statusAnswers(service, UNKNOWN, 5);
		const { polls, events } = await pollUntilEvent(trigger);
		expect([polls, events]).toMatchObject([5, [{ jobId: id, status: 'unknown' }]]);
	});

	it('is never taken for gone because of a gateway', async () => {
		const service = await serviceUnderTest();
		const id = startRun(service, '[lasts 5d]');
		const trigger = await activated(service, { watch: 'runs', jobIds: [id] });
		statusAnswers(service, GATEWAY_JSON);
		for (let day = 0; day < 4; day++) {
			const { items, error } = await trigger.tick();
			expect(items).toBeNull();
			expect(error).toMatchObject({ failure: { cause: 'temporarily-unavailable' } });
			pass(DAY);
		}
		service.clearFaults();
		pass(1.5 * DAY);
		expect(eventsOf(await trigger.tick())).toMatchObject([{ jobId: id, outcome: 'succeeded' }]);
	});

	it('keeps its result for the poll in which the service knows it again', async () => {
		const service = await serviceUnderTest();
		const trigger = await activated(service);
		const id = startRun(service, '[data {"a":1}] [lasts 2s]');
		pass(MINUTE);
		statusAnswers(service, UNKNOWN, 1);
		expect(idsOf(await trigger.tick())).toEqual([]);
		expect(eventsOf(await trigger.tick())).toMatchObject([{ jobId: id, data: { a: 1 } }]);
	});
});

describe('A failed run whose trace cannot be read', () => {
	retryAtOnce();

	const answers: Array<[string, Answer]> = [
		['HTML 404', HTML_404],
		['405', { answer: errorAnswer(405, 'Method Not Allowed') }],
		['403', { answer: errorAnswer(403, 'Forbidden') }],
		['501', { answer: { status: 501, json: { success: false, error: 'Not implemented' } } }],
		['500', { answer: errorAnswer(500, 'Internal Server Error') }],
	];

	it.each(answers)('comes after some polls, with what its status says (%s)', async (_, answer) => {
		const service = await serviceUnderTest();
		const trigger = await activated(service);
		const id = startRun(service, '[lasts 2s] [ends refused]');
		pass(MINUTE);
		service.orderFault({ path: /\/trace$/, times: Infinity, ...answer });
		const { polls, events } = await pollUntilEvent(trigger);
		expect(polls).toBeGreaterThan(1);
		expect(polls).toBeLessThanOrEqual(5);
		expect(events).toMatchObject([
			{
				jobId: id,
				event: 'agent.failed',
				outcome: 'refused',
				error: 'The agent refused the task.',
			},
		]);
		expect(events[0]).not.toHaveProperty('errorCode');
		expect(idsOf(await trigger.tick())).toEqual([]);
	});

	it('keeps back none of the runs that can be read', async () => {
		const service = await serviceUnderTest();
		const trigger = await activated(service);
		startRun(service, '[lasts 2s] [ends failed]');
		const fine = startRun(service, '[lasts 2s]');
		pass(MINUTE);
		service.orderFault({ path: /\/trace$/, times: Infinity, ...HTML_404 });
		expect(idsOf(await trigger.tick())).toEqual([fine]);
	});

	it('comes with its trace when that can be read again', async () => {
		const service = await serviceUnderTest();
		const trigger = await activated(service);
		startRun(service, '[lasts 2s] [ends refused]');
		pass(MINUTE);
		service.orderFault({ path: /\/trace$/, ...HTML_404 });
		expect((await trigger.tick()).items).toBeNull();
		expect(eventsOf(await trigger.tick())).toMatchObject([{ errorCode: 'refused' }]);
	});

	it('serves as a test event all the same', async () => {
		const service = await serviceUnderTest();
		const id = startRun(service, '[lasts 2s] [ends refused]', MINUTE);
		service.orderFault({ path: /\/trace$/, times: Infinity, ...HTML_404 });
		expect(idsOf(await fetchTestEvent(service))).toEqual([id]);
	});
});

describe('A run whose status is never to be had', () => {
	retryAtOnce();

	const refused: Answer = { answer: errorAnswer(410, 'This run may not be read') };
	const tooLarge: Answer = { answer: { status: 200, bytes: 151 * 1024 * 1024, gzip: true } };

	it.each<[string, Answer, RegExp]>([
		['refused', refused, /could not be read: The service reported a failure \(status 410\)/],
		['too large', tooLarge, /could not be read: The answer is larger than 150 MB/],
	])(
		'comes as an event that says so (%s)',
		async (_, answer, error) => {
			const service = await serviceUnderTest();
			const trigger = await activated(service);
			const id = startRun(service, 'A task [lasts 2s]');
			pass(MINUTE);
			statusAnswers(service, answer);
			const first = await trigger.tick();
			expect(first.error?.description).toBeTruthy();
			// Half an hour's pause, as for a wrong setting, would keep back all other runs.
			expect(first.error).toMatchObject({ failure: { cause: 'temporarily-unavailable' } });
			const { polls, events } = await pollUntilEvent(trigger);
			expect(polls).toBe(4);
			expect(events).toMatchObject([
				{
					jobId: id,
					event: 'agent.completed',
					outcome: 'succeeded',
					status: 'completed',
					prompt: 'A task [lasts 2s]',
					error: expect.stringMatching(error) as string,
				},
			]);
			expect(events[0]).not.toHaveProperty('data');
			expect(idsOf(await trigger.tick())).toEqual([]);
		},
		60_000,
	);

	it('comes as an event that says so where it was named', async () => {
		const service = await serviceUnderTest();
		const id = startRun(service, '[lasts 10m]');
		const trigger = await activated(service, { watch: 'runs', jobIds: [id] });
		statusAnswers(service, refused);
		const { events } = await pollUntilEvent(trigger);
		expect(events).toMatchObject([
			{ jobId: id, event: 'agent.failed', outcome: 'failed', status: 'unknown' },
		]);
	});

	it('comes as no event where its prompt is not asked for', async () => {
		const service = await serviceUnderTest({ listPageSize: 1 });
		const options = { promptContains: '#watched' };
		startRun(service, '[lasts 1h]');
		const trigger = await activated(service, { options });
		pass(10 * MINUTE);
		startRun(service, '[lasts 1s]');
		expect(idsOf(await trigger.tick())).toEqual([]);
		pass(2 * HOUR);
		statusAnswers(service, refused);
		for (let polls = 0; polls < 6; polls++) expect(idsOf(await trigger.tick())).toEqual([]);
	});

	it('comes when a day of passing trouble is over, as the result is gone by then', async () => {
		const service = await serviceUnderTest();
		const trigger = await activated(service);
		const id = startRun(service, '[lasts 2s]');
		pass(MINUTE);
		statusAnswers(service, { answer: errorAnswer(500, 'Internal Server Error') });
		for (let hours = 0; hours < 24; hours += 4) {
			expect((await trigger.tick()).error).toBeDefined();
			pass(DAY / 6);
		}
		expect(eventsOf(await trigger.tick())).toMatchObject([
			{ jobId: id, outcome: 'succeeded', dataExpired: true },
		]);
	});
});

describe('A refusal that does not say whether the account or the run is meant', () => {
	retryAtOnce();

	const forbidden: Answer = { answer: errorAnswer(403, 'Forbidden') };
	const noRetention =
		'Your team has zero data retention enabled. This is not supported on extract.';

	it.each<[string, Answer]>([
		['403', forbidden],
		['zero data retention', { answer: errorAnswer(400, noRetention) }],
	])('gives up no named run when all have it (%s)', async (_, answer) => {
		const service = await serviceUnderTest();
		const ids = startRuns(service, 2, '[data {"price": 5}] [lasts 3d]');
		const trigger = await activated(service, { watch: 'runs', jobIds: ids });
		statusAnswers(service, answer);
		for (let polls = 0; polls < 12; polls++) {
			const { items, error } = await trigger.tick();
			expect(items).toBeNull();
			expect(error?.message).toMatch(/may not do this|zero data retention/);
			pass(4 * HOUR);
		}
		service.clearFaults();
		expect(idsOf(await trigger.tick())).toEqual([]);
		pass(DAY + HOUR);
		expect(eventsOf(await trigger.tick())).toMatchObject(
			ids.map((jobId) => ({ jobId, event: 'agent.completed', data: { price: 5 } })),
		);
	});

	it.each<[string, Answer]>([
		['403', forbidden],
		['zero data retention', { answer: errorAnswer(400, noRetention) }],
	])("loses no result of the team's runs (%s)", async (_, answer) => {
		const service = await serviceUnderTest();
		const trigger = await activated(service);
		const ids = startRuns(service, 2, '[data {"price": 5}] [lasts 2s]');
		pass(MINUTE);
		statusAnswers(service, answer);
		for (let polls = 0; polls < 12; polls++) {
			expect((await trigger.tick()).error).toBeDefined();
			pass(HOUR);
		}
		service.clearFaults();
		expect(eventsOf(await trigger.tick())).toMatchObject(
			ids.map((jobId) => ({ jobId, event: 'agent.completed', data: { price: 5 } })),
		);
	});

	it("comes as an event of a team's run after a day", async () => {
		const service = await serviceUnderTest();
		const trigger = await activated(service);
		const id = startRun(service, '[lasts 2s]');
		pass(MINUTE);
		statusAnswers(service, forbidden);
		const { error } = await trigger.tick();
		// Half an hour's pause, as for a wrong setting, would keep back all other runs.
		expect(error).toMatchObject({ failure: { cause: 'temporarily-unavailable' } });
		pass(DAY);
		expect(eventsOf(await trigger.tick())).toMatchObject([
			{ jobId: id, event: 'agent.completed', dataExpired: true },
		]);
		expect(idsOf(await trigger.tick())).toEqual([]);
	});

	it('comes as an event of a named run after a day, where others could be read', async () => {
		const service = await serviceUnderTest();
		const [refused, fine] = [startRun(service, '[lasts 2d]'), startRun(service, '[lasts 10m]')];
		const trigger = await activated(service, { watch: 'runs', jobIds: [refused, fine] });
		service.orderFault({ path: `/v2/agent/${refused}`, times: Infinity, ...forbidden });
		for (let polls = 0; polls < 5; polls++) {
			pass(MINUTE);
			expect(idsOf(await trigger.tick())).toEqual([]);
		}
		pass(10 * MINUTE);
		expect(idsOf(await trigger.tick())).toEqual([fine]);
		expect((await trigger.tick()).error).toBeDefined();
		pass(DAY);
		expect(eventsOf(await trigger.tick())).toMatchObject([
			{ jobId: refused, status: 'unknown', error: expect.stringContaining('may not do') as string },
		]);
		expect(idsOf(await trigger.tick())).toEqual([]);
	});

	it('keeps no other run from being the test event', async () => {
		const service = await serviceUnderTest();
		const fine = startRun(service, '[lasts 2s]', 2 * MINUTE);
		const refused = startRun(service, '[lasts 2s]', MINUTE);
		service.orderFault({ path: `/v2/agent/${refused}`, times: Infinity, ...forbidden });
		expect(idsOf(await fetchTestEvent(service))).toEqual([fine]);
		statusAnswers(service, forbidden);
		expect((await fetchTestEvent(service)).error?.message).toBe('The API key may not do this');
	});
});
