import { createRule, updateRule } from '../../../sandbox/service/monitor/rules.ts';
import { ID } from '../hostile/allowed.ts';
import { hostileInputs, PAGE_FIELDS, type HostileNoun } from '../hostile/operations.ts';
import { UUID } from '../hostile/values.ts';
import { PRICES } from './monitorUnderTest.ts';

const monitorId = { __rl: true, mode: 'id', value: UUID };
const LIST = /^limit=\d+&offset=0(&status=\w+)?$/;
const PAGES = /^limit=\d+&skip=0(&status=\w+)?$/;
const ONE = `/v2/monitor/${ID}`;

const routes: HostileNoun['routes'] = [
	{ method: 'POST', path: /^\/v2\/monitor$/, body: createRule },
	{ method: 'GET', path: /^\/v2\/monitor$/, query: LIST },
	{ method: 'GET', path: new RegExp(`^${ONE}$`) },
	{ method: 'PATCH', path: new RegExp(`^${ONE}$`), body: updateRule },
	{ method: 'DELETE', path: new RegExp(`^${ONE}$`) },
	{ method: 'POST', path: new RegExp(`^${ONE}/run$`) },
	{ method: 'GET', path: new RegExp(`^${ONE}/checks$`), query: LIST },
	{ method: 'GET', path: new RegExp(`^${ONE}/checks/${ID}$`), query: PAGES },
];

await hostileInputs({
	resource: 'monitor',
	valid: {
		create: PRICES,
		get: { monitorId },
		update: { monitorId, name: 'Prices' },
		delete: { monitorId },
		run: { monitorId },
		getCheck: { monitorId, checkId: { ...monitorId } },
	},
	// A check may have no pages.
	anyNumber: ['getCheck'],
	choices: { timezone: { schedule: 'hourly' } },
	// Where an expression gives the type, n8n itself demands the fields of each type.
	triedElsewhere: [...PAGE_FIELDS, 'targetType'],
	answer: { data: { id: UUID, status: 'completed', pages: [] } },
	routes,
});

await hostileInputs({
	resource: 'monitor',
	valid: { getAll: {}, getChecks: { monitorId } },
	anyNumber: ['getAll', 'getChecks'],
	answer: { data: [{ id: UUID }] },
	routes,
});
