import { describe, expect, test } from 'vitest';

import type { Service } from '../../../sandbox/service/index.ts';
import { agentRun, byId, jsonOf, onlyJson, serviceUnderTest, shown } from './agentRunUnderTest.ts';

/** A run that was started so long ago. */
function run(service: Service, prompt: string, ago = 60_000): string {
	return service.agentRuns.start({ prompt }, { createdAt: Date.now() - ago }).id;
}

describe('Get Trace', () => {
	test('returns an item for each event, in the order in which they happened', async () => {
		const { service } = await serviceUnderTest();
		const id = run(service, 'Work');
		const { events } = service.agentRuns.trace(id);
		const shuffled = { success: true, id, events: [...events].reverse(), creditsUsed: 15 };
		service.orderFault({ answer: { status: 200, json: shuffled } });
		const { items } = await agentRun(service, 'getTrace', byId(id));
		expect(jsonOf(items)).toEqual(events.map((event) => ({ jobId: id, ...event })));
		expect(items.every(({ pairedItem }) => JSON.stringify(pairedItem) === '{"item":0}')).toBe(true);
	});

	test('keeps to the wanted types of events', async () => {
		const { service } = await serviceUnderTest();
		const id = run(service, '[ends refused] Work');
		const options = { eventTypes: ['run.finished', 'artifact.updated'] };
		const { items } = await agentRun(service, 'getTrace', { ...byId(id), options });
		expect(jsonOf(items).map(({ type }) => type)).toEqual([
			'artifact.updated',
			'artifact.updated',
			'artifact.updated',
			'run.finished',
		]);
	});

	test('takes types as text from an expression', async () => {
		const { service } = await serviceUnderTest();
		const id = run(service, 'Work');
		const options = { eventTypes: '={{ "run.started, run.finished" }}' };
		const { items } = await agentRun(service, 'getTrace', { ...byId(id), options });
		expect(jsonOf(items).map(({ type }) => type)).toEqual(['run.started', 'run.finished']);
	});

	test('returns the whole trace as one item where the user chose that', async () => {
		const { service } = await serviceUnderTest();
		const id = run(service, 'Work');
		const { events } = service.agentRuns.trace(id);
		const result = await agentRun(service, 'getTrace', { ...byId(id), output: 'trace' });
		expect(onlyJson(result)).toEqual({ jobId: id, success: true, id, events, creditsUsed: 15 });
	});

	test('filters the events of the whole trace too', async () => {
		const { service } = await serviceUnderTest();
		const id = run(service, 'Work');
		const parameters = { ...byId(id), output: 'trace', options: { eventTypes: ['run.finished'] } };
		const { events } = onlyJson(await agentRun(service, 'getTrace', parameters));
		expect(events).toMatchObject([{ type: 'run.finished', outcome: 'succeeded' }]);
	});

	test('tells where open browser sessions can be watched', async () => {
		const { service } = await serviceUnderTest();
		const id = run(service, '[lasts 2m] Work');
		const parameters = { ...byId(id), output: 'trace', options: { liveView: true } };
		const json = onlyJson(await agentRun(service, 'getTrace', parameters));
		expect(json.activeBrowserSessions).toMatchObject([
			{ liveViewUrl: expect.any(String) as string },
		]);
		expect(service.requests[0]?.query).toEqual({ liveView: 'true' });
	});

	test.each([undefined, false, '={{ "false" }}'])(
		'asks for no live view where Live View is %s',
		async (liveView) => {
			const { service } = await serviceUnderTest();
			const options = liveView === undefined ? {} : { liveView };
			await agentRun(service, 'getTrace', { ...byId(run(service, 'Work')), options });
			expect(service.requests[0]?.query).toEqual({});
		},
	);

	test('explains that runs of older models have none', async () => {
		const { service } = await serviceUnderTest();
		const id = run(service, '[model spark-1-mini] Work');
		const { message, details } = shown(await agentRun(service, 'getTrace', byId(id)));
		expect(message).toBe('This run has no trace');
		expect(details).toMatchObject({
			httpCode: '400',
			serviceError: 'Trace is only available for Spark 2 extracts',
		});
	});

	test('passes over what is not an event, and passes on events that it does not know', async () => {
		const { service } = await serviceUnderTest();
		const id = run(service, 'Work');
		const events = [
			null,
			'text',
			{ type: 'new.kind', producerSequence: 2, extra: [1] },
			{ type: 'a' },
		];
		service.orderFault({ answer: { status: 200, json: { success: true, events } } });
		const { items } = await agentRun(service, 'getTrace', byId(id));
		expect(jsonOf(items)).toEqual([
			{ jobId: id, type: 'a' },
			{ jobId: id, type: 'new.kind', producerSequence: 2, extra: [1] },
		]);
	});

	test('sends nothing for an output that there is not', async () => {
		const { service } = await serviceUnderTest();
		const parameters = { ...byId(run(service, 'Work')), output: '={{ "all" }}' };
		const { message } = shown(await agentRun(service, 'getTrace', parameters));
		expect(message).toBe('Output must be one of: events, trace [item 0]');
		expect(service.requests).toEqual([]);
	});
});
