import { describe, expect, test } from 'vitest';

import { errorAnswer } from '../../../sandbox/service/index.ts';
import { agentRun, byId, onlyJson, serviceUnderTest, shown } from './agentRunUnderTest.ts';

const LONG = { prompt: '[lasts 1h] Long work' };
const OVER = { prompt: '[lasts 0s] Short work' };
const ignoring = { options: { ignoreFinished: true } };
const anHourAgo = () => ({ createdAt: Date.now() - 3_600_000 });

describe('Cancel', () => {
	test('ends a run at work', async () => {
		const { service } = await serviceUnderTest();
		const { id } = service.agentRuns.start(LONG);
		const { items } = await agentRun(service, 'cancel', byId(id));
		expect(items).toEqual([{ json: { jobId: id, success: true }, pairedItem: { item: 0 } }]);
		expect(service.agentRuns.all[0]?.cancelRequestedAt).toBeTypeOf('number');
		expect(service.requests.map(({ method, path }) => [method, path])).toEqual([
			['DELETE', `/v2/agent/${id}`],
		]);
	});

	test('of a run that is over is an error which says what to do', async () => {
		const { service } = await serviceUnderTest();
		const { id } = service.agentRuns.start(OVER, anHourAgo());
		const { message, description, details } = shown(await agentRun(service, 'cancel', byId(id)));
		expect(message).toBe('The run is already over');
		expect(description).toContain('Use Get to read its result, or turn on Ignore Finished Runs.');
		expect(details).toMatchObject({ httpCode: '409', serviceError: 'Agent already finished' });
	});

	test('of a run that is being cancelled is an error', async () => {
		const { service } = await serviceUnderTest();
		const { id } = service.agentRuns.start(LONG);
		service.agentRuns.cancel(id);
		const { message, details } = shown(await agentRun(service, 'cancel', byId(id)));
		expect(message).toBe('The run is already being cancelled');
		expect(details).toMatchObject({ httpCode: '409', serviceError: 'Agent is already cancelled' });
	});

	test('accepts a run that is over where the user chose that', async () => {
		const { service } = await serviceUnderTest();
		const { id } = service.agentRuns.start(OVER, anHourAgo());
		const result = await agentRun(service, 'cancel', { ...byId(id), ...ignoring });
		expect(onlyJson(result)).toEqual({
			jobId: id,
			success: true,
			alreadyOver: true,
			reason: 'Agent already finished',
		});
	});

	test('accepts a run that is being cancelled where the user chose that', async () => {
		const { service } = await serviceUnderTest();
		const { id } = service.agentRuns.start(LONG);
		service.agentRuns.cancel(id);
		const result = await agentRun(service, 'cancel', { ...byId(id), ...ignoring });
		expect(onlyJson(result)).toMatchObject({ jobId: id, reason: 'Agent is already cancelled' });
	});

	test('does not take "false" from a spreadsheet for yes', async () => {
		const { service } = await serviceUnderTest();
		const { id } = service.agentRuns.start(OVER, anHourAgo());
		const options = { ignoreFinished: '={{ "false" }}' };
		const { message } = shown(await agentRun(service, 'cancel', { ...byId(id), options }));
		expect(message).toBe('The run is already over');
	});

	test('ignores no other refusal', async () => {
		const { service } = await serviceUnderTest();
		const { id } = service.agentRuns.start(LONG);
		service.orderFault({ answer: errorAnswer(403, 'Forbidden') });
		const result = await agentRun(service, 'cancel', { ...byId(id), ...ignoring });
		expect(shown(result).details.httpCode).toBe('403');
	});

	test('that has to be sent twice, its first answer being lost, has done its work', async () => {
		const { service } = await serviceUnderTest();
		const { id } = service.agentRuns.start(LONG);
		service.orderFault({ distortion: { kind: 'dropBeforeAnswer', reset: true } });
		expect(onlyJson(await agentRun(service, 'cancel', byId(id)))).toEqual({
			jobId: id,
			success: true,
		});
		expect(service.requests).toHaveLength(2);
	});
});
