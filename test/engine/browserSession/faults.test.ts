/** Browser sessions, and interaction with pages, which are browser sessions too. */
import { expect } from 'vitest';

import type { Service } from '../../../sandbox/service/index.ts';
import type { Subject, SubjectColumn } from '../faults/cell.ts';
import { faultMatrix } from '../faults/matrix.ts';
import { openSession, PLAYED } from './browserSessionUnderTest.ts';

const ITEMS = 3;
const HIT = 1;

const SCRAPES = Array.from(
	{ length: ITEMS },
	(_, item) => `0190c6f1-6c2b-7d3e-8a4f-5b6c7d8e9f0${item}`,
);

/** An operation in a session of each item. */
function inSessions(
	operation: string,
	method: string,
	{ part = '', parameters = {} }: { part?: string; parameters?: Subject['parameters'] } = {},
): SubjectColumn {
	return {
		isStart: method === 'POST',
		options: PLAYED,
		subject: (service) => {
			const ids = SCRAPES.map(() => openSession(service));
			const value = `={{ ${JSON.stringify(ids)}[$itemIndex] }}`;
			return {
				parameters: {
					resource: 'browserSession',
					operation,
					sessionId: { __rl: true, mode: 'id', value },
					...parameters,
				},
				items: ITEMS,
				hitItem: HIT,
				hit: { method, path: `/v2/interact/${ids[HIT] ?? ''}${part}` },
			};
		},
	};
}

/** An operation on a scraped page of each item. */
function onPages(
	operation: string,
	method: string,
	parameters: Subject['parameters'] = {},
): SubjectColumn {
	return {
		isStart: method === 'POST',
		options: PLAYED,
		subject: () => ({
			parameters: {
				resource: 'page',
				operation,
				scrapeId: `={{ ${JSON.stringify(SCRAPES)}[$itemIndex] }}`,
				...parameters,
			},
			items: ITEMS,
			hitItem: HIT,
			hit: { method, path: `/v2/scrape/${SCRAPES[HIT] ?? ''}/interact` },
			answer: { status: 200, json: { success: true, stdout: 'here', exitCode: 0 } },
		}),
	};
}

/** No lifetime has opened two sessions: each item has one of its own. */
function expectNoSessionTwice({ browserSessions }: Service): void {
	const lifetimes = browserSessions.of('sandbox').map(({ lifetime }) => lifetime);
	expect(lifetimes).toEqual([...new Set(lifetimes)]);
}

faultMatrix(
	import.meta.url,
	{
		open: {
			isStart: true,
			options: PLAYED,
			subject: (service) => ({
				parameters: {
					resource: 'browserSession',
					operation: 'open',
					ttl: '={{ 60 + $itemIndex }}',
				},
				items: ITEMS,
				hitItem: HIT,
				hit: {
					method: 'POST',
					path: '/v2/interact',
					body: (body) => (body as { ttl: number }).ttl === 60 + HIT,
				},
				expectInTheEnd: () => expectNoSessionTwice(service),
			}),
		},
		execute: inSessions('execute', 'POST', { part: '/execute', parameters: { code: 'look()' } }),
		getAll: {
			options: PLAYED,
			subject: (service) => {
				openSession(service);
				return {
					parameters: { resource: 'browserSession', operation: 'getAll' },
					items: 1,
					hitItem: 0,
					hit: { method: 'GET', path: '/v2/interact' },
				};
			},
		},
		close: inSessions('close', 'DELETE'),
		interact: onPages('interact', 'POST', { prompt: 'Look' }),
		stopInteraction: onPages('stopInteraction', 'DELETE'),
	},
	{
		except: {
			// To end a session promises nothing but success.
			'fields of the wrong type': { close: 'works', stopInteraction: 'works' },
		},
	},
);
