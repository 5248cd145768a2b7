import { describe, expect, it } from 'vitest';

import { errorAnswer } from '../../../sandbox/service/index.ts';
import {
	eventsOf,
	fetchTestEvent,
	HOUR,
	MINUTE,
	requestsSince,
	serviceUnderTest,
	startRun,
	startRuns,
	triggerOf,
} from './triggerUnderTest.ts';

describe('Fetch Test Event', () => {
	it('gives the newest ended run, and changes nothing', async () => {
		const service = await serviceUnderTest();
		startRun(service, '[lasts 2s]', 2 * HOUR);
		const id = startRun(service, '[lasts 2s] [ends refused]', HOUR);
		startRun(service, '[lasts 1d]', MINUTE);
		const { saved } = await triggerOf(service).activate();
		requestsSince(service);
		const result = await fetchTestEvent(service, {}, { staticData: saved });
		expect(eventsOf(result)).toMatchObject([
			{ jobId: id, event: 'agent.failed', outcome: 'refused', errorCode: 'refused' },
		]);
		expect(result.staticData).toEqual(saved);
		expect(requestsSince(service)).toEqual(['list', 'status', 'trace']);
	});

	it('gives the same sample every time', async () => {
		const service = await serviceUnderTest();
		const id = startRun(service, '[lasts 2s]', HOUR);
		for (let time = 0; time < 2; time++) {
			expect(eventsOf(await fetchTestEvent(service))).toMatchObject([{ jobId: id }]);
		}
	});

	it('gives one that the settings would let out, from an older page if need be', async () => {
		const service = await serviceUnderTest({ listPageSize: 5 });
		const id = startRun(service, '[lasts 2s] [ends failed] wanted', HOUR);
		startRuns(service, 12, '[lasts 2s] [ends failed]', MINUTE);
		const parameters = { events: ['failed'], options: { promptContains: 'WANTED' } };
		expect(eventsOf(await fetchTestEvent(service, parameters))).toMatchObject([{ jobId: id }]);
	});

	it('gives the last of the named runs that has ended', async () => {
		const service = await serviceUnderTest({ withoutRoutes: { agentList: 405 } });
		const [first = '', second = ''] = startRuns(service, 2, '[lasts 2s]', HOUR);
		const going = startRun(service, '[lasts 1d]', HOUR);
		const parameters = { watch: 'runs', jobIds: [first, second, going] };
		expect(eventsOf(await fetchTestEvent(service, parameters))).toMatchObject([{ jobId: second }]);
	});

	it('explains itself when there is none', async () => {
		const service = await serviceUnderTest();
		const going = startRun(service, '[lasts 1d]');
		const ofTeam = await fetchTestEvent(service);
		expect(ofTeam.error?.message).toMatch(/No agent run has ended yet/);
		expect(ofTeam.error?.description).toMatch(/Start an agent run/);
		const named = await fetchTestEvent(service, { watch: 'runs', jobIds: [going] });
		expect(named.error?.description).toMatch(/None of the runs named under Agent Run IDs/);
	});

	it('fails with the reason when the service refuses', async () => {
		const service = await serviceUnderTest();
		service.orderFault({
			path: '/v2/agent',
			answer: errorAnswer(401, 'Unauthorized: Invalid token'),
		});
		const { error } = await fetchTestEvent(service);
		expect(error?.message).toMatch(/rejected the API key/);
	});
});
