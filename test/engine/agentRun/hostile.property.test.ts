import { agentRequestRule } from '../../../sandbox/service/agent/rules.ts';
import { ID } from '../hostile/allowed.ts';
import { hostileInputs } from '../hostile/operations.ts';
import { UUID } from '../hostile/values.ts';

const jobId = { __rl: true, mode: 'id', value: UUID };

await hostileInputs({
	resource: 'agentRun',
	valid: {
		start: { prompt: 'Find it', urls: ['https://example.com'], waitForCompletion: false },
		get: { jobId },
		getAll: {},
		cancel: { jobId },
		getTrace: { jobId, output: 'trace' },
		getSnapshot: {
			jobId,
			snapshot: 'byId',
			snapshotId: { __rl: true, mode: 'id', value: 'snapshot-1' },
		},
	},
	// A filter may leave nothing of the only run.
	anyNumber: ['getAll'],
	routes: [
		{ method: 'POST', path: /^\/v2\/agent$/, body: agentRequestRule },
		{ method: 'GET', path: /^\/v2\/agent$/, query: /^(before=\d+)?$/ },
		{ method: 'GET', path: new RegExp(`^/v2/agent/${ID}$`) },
		{ method: 'DELETE', path: new RegExp(`^/v2/agent/${ID}$`) },
		{ method: 'GET', path: new RegExp(`^/v2/agent/${ID}/trace$`), query: /^(liveView=true)?$/ },
		{
			method: 'GET',
			// A segment of its own, whatever it says: nothing in it is left unencoded but these.
			path: new RegExp(`^/v2/agent/${ID}/snapshots/(?!\\.{1,2}$)[\\w.~!*'()%-]+$`),
		},
	],
});
