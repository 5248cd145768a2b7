import { describe, expect, it } from 'vitest';

import {
	activated,
	DAY,
	eventsOf,
	HOUR,
	idsOf,
	MINUTE,
	pass,
	serviceUnderTest,
	startRun,
	triggerOf,
} from './triggerUnderTest.ts';

const ENDS = ['succeeded', 'failed', 'cancelled', 'credit_limit_reached', 'refused'];

describe('The event of an ended run', () => {
	it('tells all about a run that succeeded', async () => {
		const service = await serviceUnderTest();
		const trigger = await activated(service);
		const { id } = service.agentRuns.start({
			prompt: 'Find it [data {"found":true}] [lasts 2s] [credits 12]',
			urls: ['https://docs.example'],
		});
		pass(MINUTE);
		expect(eventsOf(await trigger.tick())).toEqual([
			{
				event: 'agent.completed',
				outcome: 'succeeded',
				jobId: id,
				status: 'completed',
				prompt: 'Find it [data {"found":true}] [lasts 2s] [credits 12]',
				urls: ['https://docs.example'],
				model: 'spark-2',
				data: { found: true },
				creditsUsed: 12,
				createdAt: expect.stringMatching(/^20.*Z$/) as string,
				expiresAt: expect.stringMatching(/^20.*Z$/) as string,
			},
		]);
	});

	it.each(ENDS.slice(1))('tells the cause of a run that ended %s', async (end) => {
		const service = await serviceUnderTest();
		const trigger = await activated(service);
		startRun(service, `[lasts 2s] [ends ${end}] [stumbles] [error It was so.] [retryable false]`);
		pass(MINUTE);
		expect(eventsOf(await trigger.tick())).toMatchObject([
			{
				event: 'agent.failed',
				outcome: end,
				status: 'failed',
				error: 'It was so.',
				errorCode: end === 'failed' ? 'internal' : end,
				retryable: false,
				creditsUsed: 0,
			},
		]);
	});

	it.each(ENDS.slice(1))('does without a trace where a model records none (%s)', async (end) => {
		const service = await serviceUnderTest();
		const trigger = await activated(service);
		startRun(service, `[lasts 2s] [ends ${end}] [model spark-1-mini]`);
		pass(MINUTE);
		const [event] = eventsOf(await trigger.tick());
		expect(event).toMatchObject({ outcome: end, model: 'spark-1-mini' });
		expect(event).not.toHaveProperty('errorCode');
	});

	it('knows the status that some deployments give cancelled runs', async () => {
		const service = await serviceUnderTest({ cancelledStatus: 'cancelled' });
		const trigger = await activated(service);
		const id = startRun(service, '[lasts 1h]');
		service.agentRuns.cancel(id);
		pass(MINUTE);
		expect(eventsOf(await trigger.tick())).toMatchObject([
			{ jobId: id, event: 'agent.failed', outcome: 'cancelled', status: 'cancelled' },
		]);
	});

	it('carries the reply of a chat run', async () => {
		const service = await serviceUnderTest();
		const trigger = await activated(service);
		service.agentRuns.start({ prompt: '[lasts 2s] [message Hello]', mode: 'chat' });
		pass(MINUTE);
		expect(eventsOf(await trigger.tick())).toMatchObject([{ message: 'Hello' }]);
	});

	it.each<[string, number]>([
		['completed', 0],
		['failed', 1],
		['cancelled', 2],
		['creditLimitReached', 3],
		['refused', 4],
	])('comes alone when only "%s" is chosen under Events', async (event, index) => {
		const service = await serviceUnderTest();
		const trigger = await activated(service, { events: [event] });
		const ids = ENDS.map((end) => startRun(service, `[lasts 2s] [ends ${end}]`));
		pass(MINUTE);
		expect(idsOf(await trigger.tick())).toEqual([ids[index]]);
		expect(idsOf(await trigger.tick())).toEqual([]);
	});

	it('has no data when Include Data is off', async () => {
		const service = await serviceUnderTest();
		const trigger = await activated(service, { options: { includeData: false } });
		startRun(service, '[lasts 2s]');
		pass(MINUTE);
		const [event] = eventsOf(await trigger.tick());
		expect(event).toMatchObject({ outcome: 'succeeded' });
		expect(event).not.toHaveProperty('data');
	});

	it.each([true, false])(
		'comes only for prompts that contain the text, capitals aside (list with options: %s)',
		async (listsOptions) => {
			const service = await serviceUnderTest({ listsOptions });
			const options = { promptContains: '[Price Watch]' };
			const trigger = await activated(service, { options });
			const going = startRun(service, '[price watch] [lasts 1h]');
			startRun(service, '[news watch] [lasts 1h]');
			const ended = startRun(service, '[PRICE WATCH] [lasts 2s]');
			startRun(service, '[news watch] [lasts 2s]');
			pass(MINUTE);
			expect(idsOf(await trigger.tick())).toEqual([ended]);
			pass(2 * HOUR);
			expect(idsOf(await trigger.tick())).toEqual([going]);
		},
	);

	it.each(['gone', 'withoutData'] as const)(
		'says so when the result has expired before it was read (%s)',
		async (afterExpiry) => {
			const service = await serviceUnderTest({ afterExpiry });
			const trigger = await activated(service);
			const id = startRun(service, '[lasts 2s]');
			pass(2 * DAY);
			const [event] = eventsOf(await trigger.tick());
			expect(event).toMatchObject({ jobId: id, outcome: 'succeeded', dataExpired: true });
			expect(event).not.toHaveProperty('data');
		},
	);
});

describe('Named runs', () => {
	it('come when they end, unless they had ended before the activation', async () => {
		const service = await serviceUnderTest({ withoutRoutes: { agentList: 404 } });
		const past = startRun(service, '[lasts 2s]', HOUR);
		const short = startRun(service, '[lasts 1m]');
		const long = startRun(service, '[lasts 2d] [ends refused]');
		startRun(service, '[lasts 1m]');
		const parameters = { watch: 'runs', jobIds: `${long}, ${past}\n${short}` };
		const trigger = await activated(service, parameters);
		pass(2 * MINUTE);
		expect(idsOf(await trigger.tick())).toEqual([short]);
		trigger.restart();
		expect(idsOf(await trigger.activate())).toEqual([]);
		pass(2 * DAY);
		expect(eventsOf(await trigger.tick())).toMatchObject([{ jobId: long, outcome: 'refused' }]);
		expect(idsOf(await trigger.tick())).toEqual([]);
	});

	it('come with the first poll after the activation where existing ones are asked for', async () => {
		const service = await serviceUnderTest();
		const ids = [startRun(service, '[lasts 2s]', HOUR), startRun(service, '[lasts 2s]', MINUTE)];
		const parameters = { watch: 'runs', jobIds: ids };
		expect(idsOf(await (await activated(service, parameters)).tick())).toEqual([]);
		const eager = triggerOf(service, { ...parameters, options: { emitExisting: true } });
		expect(idsOf(await eager.activate())).toEqual([]);
		expect(idsOf(await eager.tick())).toEqual(ids);
		expect(idsOf(await eager.tick())).toEqual([]);
	});

	it('come without a result when it expired unread', async () => {
		const service = await serviceUnderTest();
		const id = startRun(service, '[lasts 1m]');
		const trigger = await activated(service, { watch: 'runs', jobIds: [id] });
		pass(3 * DAY);
		// The service has to say several times that it does not know a run.
		for (let poll = 1; poll < 5; poll++) expect(idsOf(await trigger.tick())).toEqual([]);
		expect(eventsOf(await trigger.tick())).toMatchObject([
			{ jobId: id, event: 'agent.failed', status: 'unknown', dataExpired: true },
		]);
		expect(idsOf(await trigger.tick())).toEqual([]);
	});
});
