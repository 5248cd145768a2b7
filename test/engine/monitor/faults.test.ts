import type { INodeParameters } from 'n8n-workflow';
import { expect } from 'vitest';

import type { Service } from '../../../sandbox/service/index.ts';
import type { Subject } from '../faults/cell.ts';
import { faultMatrix } from '../faults/matrix.ts';
import { givenMonitor } from './monitorUnderTest.ts';

const ITEMS = 3;
const HIT = 1;

/** An operation on a monitor of each item. */
function ofMonitors(
	operation: string,
	service: Service,
	method: string,
	{ part = () => '', more = {} }: { part?: (id: string) => string; more?: INodeParameters } = {},
): Subject {
	const ids = Array.from({ length: ITEMS }, () => givenMonitor(service).id);
	const hit = ids[HIT] ?? '';
	return {
		parameters: {
			resource: 'monitor',
			operation,
			monitorId: { __rl: true, mode: 'id', value: `={{ ${JSON.stringify(ids)}[$itemIndex] }}` },
			...more,
		},
		items: ITEMS,
		hitItem: HIT,
		hit: { method, path: `/v2/monitor/${hit}${part(hit)}` },
	};
}

/** The pages of a check of each item's monitor. */
function ofChecks(service: Service): Subject {
	const subject = ofMonitors('getCheck', service, 'GET');
	const monitors = service.monitors.of().reverse();
	const checks = monitors.map((monitor) => service.monitors.addCheck(monitor, { pages: [{}] }).id);
	const value = `={{ ${JSON.stringify(checks)}[$itemIndex] }}`;
	return {
		...subject,
		parameters: { ...subject.parameters, checkId: { __rl: true, mode: 'id', value } },
		hit: {
			method: 'GET',
			path: `/v2/monitor/${monitors[HIT]?.id ?? ''}/checks/${checks[HIT] ?? ''}`,
		},
	};
}

faultMatrix(
	import.meta.url,
	{
		create: {
			isStart: true,
			subject: (service) => ({
				parameters: {
					resource: 'monitor',
					operation: 'create',
					name: '=Number {{ $itemIndex }}',
					schedule: 'hourly',
					urls: ['https://example.com/pricing'],
				},
				items: ITEMS,
				hitItem: HIT,
				hit: {
					method: 'POST',
					path: '/v2/monitor',
					body: (body) => (body as { name: string }).name === `Number ${HIT}`,
				},
				expectInTheEnd: () => {
					const names = service.monitors.of().map(({ name }) => name);
					expect(names).toEqual([...new Set(names)]);
				},
			}),
		},
		update: {
			subject: (service) => ofMonitors('update', service, 'PATCH', { more: { name: 'New name' } }),
		},
		get: { subject: (service) => ofMonitors('get', service, 'GET') },
		getAll: {
			subject: (service) => {
				givenMonitor(service);
				return {
					parameters: { resource: 'monitor', operation: 'getAll' },
					items: 1,
					hitItem: 0,
					hit: { method: 'GET', path: '/v2/monitor' },
				};
			},
		},
		delete: { subject: (service) => ofMonitors('delete', service, 'DELETE') },
		run: {
			isStart: true,
			subject: (service) => ({
				...ofMonitors('run', service, 'POST', { part: () => '/run' }),
				expectInTheEnd: () => {
					for (const { checks } of service.monitors.of()) expect(checks.length).toBeLessThan(2);
				},
			}),
		},
		getChecks: {
			subject: (service) => {
				const subject = ofMonitors('getChecks', service, 'GET', { part: () => '/checks' });
				for (const monitor of service.monitors.of()) service.monitors.addCheck(monitor, {});
				return subject;
			},
		},
		getCheck: { subject: ofChecks },
	},
	{
		except: {
			// A deletion promises nothing but success.
			'fields of the wrong type': { delete: 'works' },
		},
	},
);
