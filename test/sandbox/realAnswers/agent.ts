import type { Service } from '../../../sandbox/service/index.ts';
import { errorAnswer } from '../../../sandbox/service/index.ts';
import type { TestClock } from '../serviceUnderTest.ts';
import type { Preparation } from './replay.ts';

type Before = NonNullable<Preparation['before']>;

/** A run is there, `seconds` old. It lasts three; the path is its own, and what follows it. */
function run(seconds: number, { prompt = '', path = '', team = 'sandbox' } = {}): Before {
	return (service, clock) => {
		const id = start(service, prompt, team);
		clock.pass(seconds * 1000);
		return `/v2/agent/${id}${path}`;
	};
}

function start(service: Service, prompt: string, team?: string): string {
	return service.agentRuns.start({ prompt: `[lasts 3s] ${prompt}`, model: 'spark-2' }, { team }).id;
}

function cancelledRun(seconds: number): Before {
	return (service: Service, clock: TestClock) => {
		const id = start(service, '');
		service.agentRuns.cancel(id);
		clock.pass(seconds * 1000);
		return `/v2/agent/${id}`;
	};
}

function currentSnapshot(service: Service, clock: TestClock): string {
	const id = start(service, '');
	clock.pass(3000);
	const { events } = service.agentRuns.trace(id);
	const latest = events.findLast((event) => event.type === 'artifact.updated');
	return `/v2/agent/${id}/snapshots/${latest?.artifact.snapshotId}`;
}

function loseAnswer(service: Service): undefined {
	const error =
		'An unexpected error occurred. Please contact help@firecrawl.com for help. Your exception ID is 0123456789abcdef0123456789abcdef';
	const json = { success: false, code: 'UNKNOWN_ERROR', error };
	service.orderFault({ answer: { ...errorAnswer(500, error), json }, afterHandling: true });
}

/** What has to be prepared for a recorded request to the agent, by its name. */
export const agentPreparations: Record<string, Preparation> = {
	'agent: upstream rejects': { body: { prompt: '[rejected]' } },
	'agent: status at once': { before: run(0) },
	'agent: trace': { before: run(1, { path: '/trace' }) },
	'agent: snapshot': { before: currentSnapshot },
	'agent: snapshot unknown': { before: run(3, { path: '/snapshots/none' }) },
	'agent: status at the end': { before: run(3) },
	'agent: cancel finished': { before: run(3) },
	'agent: cancel': { before: run(0) },
	'agent: cancel again': { before: cancelledRun(0) },
	'agent: trace of an older model': {
		before: run(0, { prompt: '[model spark-1-pro]', path: '/trace' }),
	},
	'agent: status of cancelled': { before: cancelledRun(2) },
	'agent: status of failed': { before: run(3, { prompt: '[ends credit_limit_reached]' }) },
	"agent: another team's run": { before: run(0, { team: 'others' }) },
	'agent: start that the service behind took, but whose answer was lost between the two (a repeat starts a second run)':
		{ before: loseAnswer },
};
