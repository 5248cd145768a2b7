import type { INodeParameters } from 'n8n-workflow';
import { expect } from 'vitest';

import type { Service } from '../../../sandbox/service/index.ts';
import type { Subject } from '../faults/cell.ts';
import { faultMatrix } from '../faults/matrix.ts';

const ITEMS = 3;
const HIT = 1;

/** Runs that began an hour ago, as many as there are items. */
function startRuns(service: Service, lasts: '1s' | '2h'): string[] {
	const createdAt = Date.now() - 60 * 60_000;
	return Array.from(
		{ length: ITEMS },
		(_, item) =>
			service.agentRuns.start({ prompt: `[lasts ${lasts}]` }, { createdAt: createdAt + item }).id,
	);
}

/** An operation on a run of each item. */
function ofRuns(
	operation: string,
	ids: string[],
	method: string,
	part = '',
	more: INodeParameters = {},
): Subject {
	const value = `={{ ${JSON.stringify(ids)}[$itemIndex] }}`;
	return {
		parameters: {
			resource: 'agentRun',
			operation,
			jobId: { __rl: true, mode: 'id', value },
			...more,
		},
		items: ITEMS,
		hitItem: HIT,
		hit: { method, path: `/v2/agent/${ids[HIT] ?? ''}${part}` },
	};
}

function snapshotOf(service: Service, id: string): string {
	const updates = service.agentRuns
		.trace(id)
		.events.flatMap((event) => (event.type === 'artifact.updated' ? [event.artifact] : []));
	return updates.at(-1)?.snapshotId ?? '';
}

/** No prompt has started two runs: each item has one of its own. */
function expectNoRunTwice({ agentRuns }: Service): void {
	const prompts = agentRuns.all.map(({ request }) => request.prompt);
	expect(prompts).toEqual([...new Set(prompts)]);
}

faultMatrix(
	import.meta.url,
	{
		start: {
			isStart: true,
			subject: (service) => ({
				parameters: {
					resource: 'agentRun',
					operation: 'start',
					prompt: '=Number {{ $itemIndex }} [lasts 1h]',
					waitForCompletion: false,
				},
				items: ITEMS,
				hitItem: HIT,
				hit: {
					method: 'POST',
					path: '/v2/agent',
					body: (body) => (body as { prompt: string }).prompt.startsWith(`Number ${HIT} `),
				},
				expectInTheEnd: () => expectNoRunTwice(service),
			}),
		},
		get: { subject: (service) => ofRuns('get', startRuns(service, '1s'), 'GET') },
		getAll: {
			subject: (service) => {
				startRuns(service, '1s');
				return {
					parameters: { resource: 'agentRun', operation: 'getAll' },
					items: 1,
					hitItem: 0,
					hit: { method: 'GET', path: '/v2/agent' },
				};
			},
		},
		cancel: { subject: (service) => ofRuns('cancel', startRuns(service, '2h'), 'DELETE') },
		getTrace: {
			subject: (service) =>
				ofRuns('getTrace', startRuns(service, '1s'), 'GET', '/trace', { output: 'trace' }),
		},
		getSnapshot: {
			subject: (service) => {
				const ids = startRuns(service, '1s');
				const snapshots = ids.map((id) => snapshotOf(service, id));
				const value = `={{ ${JSON.stringify(snapshots)}[$itemIndex] }}`;
				return ofRuns('getSnapshot', ids, 'GET', `/snapshots/${snapshots[HIT] ?? ''}`, {
					snapshot: 'byId',
					snapshotId: { __rl: true, mode: 'id', value },
				});
			},
		},
	},
	{
		except: {
			// A cancel promises nothing but success.
			'fields of the wrong type': { cancel: 'works' },
		},
	},
);
