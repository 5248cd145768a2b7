import type { IBinaryKeyData, INodeParameters } from 'n8n-workflow';

import type { CannedAnswer, Fault, Service } from '../../../sandbox/service/index.ts';
import { parseSubject } from '../file/faultSubject.ts';
import { searchSubject } from '../webSearch/faultSubject.ts';

/** Everything of the pack that sends requests: the operations, and the two routes of a poll. */
export const OPERATIONS = [
	'map',
	'start',
	'get',
	'getAll',
	'cancel',
	'getTrace',
	'getSnapshot',
	'search',
	'parse',
] as const;
export type Operation = (typeof OPERATIONS)[number];

const RESOURCES: Partial<Record<Operation, string>> = {
	map: 'website',
	search: 'webSearch',
	parse: 'file',
};

export function resourceOf(operation: Operation): string {
	return RESOURCES[operation] ?? 'agentRun';
}

export const TRIGGER_ROUTES = ['list', 'status'] as const;
export type TriggerRoute = (typeof TRIGGER_ROUTES)[number];

/** One operation over some items, of which a fault hits one. */
export interface Subject {
	parameters: INodeParameters;
	/** The files of the items. */
	files?: IBinaryKeyData[];
	/** How many input items it is given. */
	items: number;
	/** The item that is hit. */
	hitItem: number;
	/** Only requests of that item. */
	hit: Pick<Fault, 'method' | 'path' | 'body'>;
	/** The answer where the stand-in's own will not do. */
	answer?: CannedAnswer;
}

const ITEMS = 3;
const HIT = 1;

/** Prepares the stand-in for an operation. */
export function subjectOf(operation: Operation, service: Service): Subject {
	const perItem = { items: ITEMS, hitItem: HIT };
	switch (operation) {
		case 'map':
			return {
				...perItem,
				parameters: { url: '=https://example.com/{{ $itemIndex }}' },
				hit: { path: '/v2/map', body: (body) => textOf(body, 'url').endsWith(`/${HIT}`) },
				answer: {
					status: 200,
					json: { success: true, links: [{ url: 'https://example.com/found', title: 'Found' }] },
				},
			};
		case 'search':
			return searchSubject({ ...perItem });
		case 'parse':
			return parseSubject({ ...perItem });
		case 'start':
			return {
				...perItem,
				parameters: { prompt: '=Number {{ $itemIndex }} [lasts 1h]', waitForCompletion: false },
				hit: {
					method: 'POST',
					path: '/v2/agent',
					body: (body) => textOf(body, 'prompt').startsWith(`Number ${HIT} `),
				},
			};
		case 'getAll':
			startRuns(service, '1s');
			return { parameters: {}, items: 1, hitItem: 0, hit: { method: 'GET', path: '/v2/agent' } };
		case 'cancel': {
			const { parameters, hitPath } = ofRuns(startRuns(service, '1h'));
			return { ...perItem, parameters, hit: { method: 'DELETE', path: hitPath } };
		}
		case 'get': {
			const { parameters, hitPath } = ofRuns(startRuns(service, '1s'));
			return { ...perItem, parameters, hit: { method: 'GET', path: hitPath } };
		}
		case 'getTrace': {
			const { parameters, hitPath } = ofRuns(startRuns(service, '1s'));
			return {
				...perItem,
				parameters: { ...parameters, output: 'trace' },
				hit: { method: 'GET', path: `${hitPath}/trace` },
			};
		}
		case 'getSnapshot': {
			const ids = startRuns(service, '1s');
			const { parameters, hitPath } = ofRuns(ids);
			const snapshots = ids.map((id) => snapshotOf(service, id));
			const value = `={{ ${JSON.stringify(snapshots)}[$itemIndex] }}`;
			return {
				...perItem,
				parameters: {
					...parameters,
					snapshot: 'byId',
					snapshotId: { __rl: true, mode: 'id', value },
				},
				hit: { method: 'GET', path: `${hitPath}/snapshots/${snapshots[HIT] ?? ''}` },
			};
		}
	}
}

/** Runs that began an hour ago, as many as there are items. */
function startRuns(service: Service, lasts: string): string[] {
	const prompt = `[lasts ${lasts === '1h' ? '2h' : lasts}]`;
	const createdAt = Date.now() - 60 * 60_000;
	return Array.from(
		{ length: ITEMS },
		(_, item) => service.agentRuns.start({ prompt }, { createdAt: createdAt + item }).id,
	);
}

function ofRuns(ids: string[]): { parameters: INodeParameters; hitPath: string } {
	const value = `={{ ${JSON.stringify(ids)}[$itemIndex] }}`;
	return {
		parameters: { jobId: { __rl: true, mode: 'id', value } },
		hitPath: `/v2/agent/${ids[HIT] ?? ''}`,
	};
}

function snapshotOf(service: Service, id: string): string {
	const updates = service.agentRuns
		.trace(id)
		.events.flatMap((event) => (event.type === 'artifact.updated' ? [event.artifact] : []));
	return updates.at(-1)?.snapshotId ?? '';
}

function textOf(body: unknown, field: string): string {
	return typeof body === 'object' && body !== null ? String(Reflect.get(body, field)) : '';
}
