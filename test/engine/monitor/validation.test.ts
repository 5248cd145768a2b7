/** What cannot be right is told before anything is sent. */
import type { INodeParameters } from 'n8n-workflow';
import { expect, test } from 'vitest';

import {
	byId,
	monitor,
	PRICES,
	serviceUnderTest,
	shown,
	UNKNOWN_ID,
	type Operation,
} from './monitorUnderTest.ts';

const LONG = 'x'.repeat(2001);

const WRONG: Array<[Operation, INodeParameters, RegExp]> = [
	['create', { ...PRICES, name: '={{ "" }}' }, /^Name is required/],
	['create', { ...PRICES, name: LONG.slice(0, 257) }, /^Name must have at most 256 characters/],
	['create', { ...PRICES, schedule: '={{ "" }}' }, /^Schedule is required/],
	['create', { ...PRICES, schedule: 'every monday' }, /^Schedule must be a schedule that/],
	['create', { ...PRICES, schedule: 'every 7 minutes' }, /^Schedule must be a schedule that/],
	['create', { ...PRICES, schedule: 'every 1 minutes' }, /^Schedule must leave at least 5 minutes/],
	['create', { ...PRICES, schedule: 'daily at 25:00' }, /^Schedule must be a schedule that/],
	['create', { ...PRICES, timezone: 'Mars/Base' }, /^Time Zone must be a time zone/],
	[
		'create',
		{ ...PRICES, scheduleMode: 'cron', schedule: '0 9 * * MON' },
		/^Schedule must be five/,
	],
	['create', { ...PRICES, scheduleMode: 'cron', schedule: '0 9 * *' }, /^Schedule must be five/],
	['create', { ...PRICES, scheduleMode: 'cron', schedule: '* * * * *' }, /^Schedule must leave/],
	['create', { ...PRICES, scheduleMode: 'cron', schedule: '0,2 9 * * *' }, /^Schedule must leave/],
	[
		'create',
		{ ...PRICES, scheduleMode: 'cron', schedule: '0 0 31 2 *' },
		/^Schedule must have a check/,
	],
	['create', { ...PRICES, urls: '={{ [] }}' }, /^URLs is required/],
	['create', { ...PRICES, urls: ['example.com'] }, /^URLs must be an absolute URL/],
	['create', { ...PRICES, urls: '={{ {} }}' }, /^URLs must be a list of texts/],
	['create', { ...PRICES, targetType: 'site', url: '={{ "" }}' }, /^URL is required/],
	[
		'create',
		{ ...PRICES, targetType: 'site', url: 'https://a.example', maxPages: 0 },
		/^Max Pages must be a whole number/,
	],
	['create', { ...PRICES, targetType: 'search', queries: ['chairs'] }, /^Goal is required/],
	['create', { ...PRICES, targetType: 'search', queries: '={{ [] }}' }, /^Queries is required/],
	[
		'create',
		{
			...PRICES,
			targetType: 'search',
			queries: ['a'],
			goal: 'g',
			searchOptions: { includeDomains: ['a.example'], excludeDomains: ['b.example'] },
		},
		/^Exclude Domains cannot be combined/,
	],
	['create', { ...PRICES, targetType: 'json', targets: '{' }, /^Targets must be a JSON list/],
	[
		'create',
		{ ...PRICES, targetType: 'json', targets: '[{"type":"x"}]' },
		/^Targets must be a JSON/,
	],
	['create', { ...PRICES, changeTracking: 'fields' }, /^Fields of the Result must have at least/],
	['create', { ...PRICES, goal: LONG }, /^Goal must have at most 2,000 characters/],
	['create', { ...PRICES, scrapeOptions: { waitFor: 70_000 } }, /Wait For must be a whole number/],
	['create', { ...PRICES, options: { retentionDays: 366 } }, /^Retention Days must be a whole/],
	[
		'create',
		{ ...PRICES, options: { notifyEmails: ['jane'] } },
		/^Email Addresses must hold email/,
	],
	[
		'create',
		{ ...PRICES, options: { webhookEvents: ['monitor.page'] } },
		/^Webhook URL is required/,
	],
	[
		'create',
		{ ...PRICES, options: { webhookUrl: 'ftp://a.example' } },
		/^Webhook URL must be an abs/,
	],
	[
		'create',
		{ ...PRICES, options: { webhookUrl: 'https://a.example', webhookEvents: '={{ "page" }}' } },
		/^Webhook Events must be one of/,
	],
	['update', byId(UNKNOWN_ID), /^Name or another field must be set/],
	['update', { ...byId(UNKNOWN_ID), timezone: 'UTC' }, /^Schedule is required where a time zone/],
	['update', { ...byId(UNKNOWN_ID), status: '={{ "deleted" }}' }, /^Status must be one of: active/],
	[
		'update',
		{ ...byId(UNKNOWN_ID), goal: 'g', options: { remove: ['goal'] } },
		/^Remove must not name goal/,
	],
	['get', byId('prices'), /^Monitor must be the id of a monitor/],
	['delete', byId('../team/credit-usage'), /^Monitor must be the id of a monitor/],
	['run', byId('prices'), /^Monitor must be the id of a monitor/],
	['getChecks', { ...byId(UNKNOWN_ID), limit: 0 }, /^Limit must be a whole number of at least 1/],
	[
		'getChecks',
		{ ...byId(UNKNOWN_ID), filters: { status: '={{ "x" }}' } },
		/^Status must be one of/,
	],
	['getCheck', byId(UNKNOWN_ID, 'latest'), /^Check must be the id of a check/],
	['getCheck', { ...byId(UNKNOWN_ID, UNKNOWN_ID), output: '={{ "x" }}' }, /^Output must be one of/],
];

test.each(WRONG)('%s refuses %j', async (operation, parameters, message) => {
	const { service } = await serviceUnderTest();
	const error = shown(await monitor(service, operation, parameters));
	expect(error.message).toMatch(message);
	expect(error.description).toContain('No request was sent.');
	expect(service.requests).toEqual([]);
});

test('One wrong item keeps all others from being sent', async () => {
	const { service } = await serviceUnderTest();
	const parameters = { ...PRICES, schedule: '={{ $json.schedule }}' };
	const items = [{ schedule: 'hourly' }, { schedule: 'sometimes' }];
	const result = await monitor(service, 'create', parameters, { items });
	expect(shown(result).message).toContain('[item 1]');
	expect(service.monitors.of()).toEqual([]);
});
