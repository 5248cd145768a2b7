import {
	allOf,
	eitherOf,
	flag,
	isObject,
	list,
	numeric,
	object,
	oneOf,
	text,
	webAddress,
	type Problem,
	type Rule,
} from '../http/validation.ts';
import { kinds, strictObject, textMap, worded } from '../scrape/rules.ts';
import { addressProblems } from '../scrape/targetAddress.ts';
import { cronOf, ScheduleError } from './schedule.ts';

export const monitorEvents = ['monitor.page', 'monitor.check.completed'];
export const searchWindows = ['5m', '15m', '1h', '6h', '24h', '7d'];

/** The body of section G, its targets as they are sent. */
export interface MonitorRequest {
	name: string;
	schedule: { cron?: string; text?: string; timezone?: string };
	targets: Array<Record<string, unknown> & { type: string }>;
	goal?: string | null;
	judgeEnabled?: boolean;
	notification?: Record<string, unknown> | null;
	webhook?: string | ({ url: string } & Record<string, unknown>) | null;
	retentionDays?: number;
}

export type MonitorChanges = Partial<MonitorRequest> & { status?: 'active' | 'paused' };

function filled(rule: Rule): Rule {
	return (value, path) =>
		Array.isArray(value) && value.length === 0
			? [{ code: 'too_small', path, message: 'Too small: expected array to have >=1 items' }]
			: rule(value, path);
}

function nullable(rule: Rule): Rule {
	return (value, path) => (value === null ? [] : rule(value, path));
}

const scheduleWords: Rule = (value, path) => {
	const { cron, text: words } = value as MonitorRequest['schedule'];
	if (cron !== undefined && words !== undefined)
		return worded([...path, 'text'], 'Schedule must include either cron or text, not both');
	if (cron === undefined && words === undefined)
		return worded([...path, 'cron'], 'Schedule must include either cron or text');
	return words === undefined ? [] : textProblems(words, [...path, 'text']);
};

function textProblems(words: string, path: Problem['path']): Problem[] {
	try {
		cronOf(words);
		return [];
	} catch (error) {
		if (error instanceof ScheduleError) return worded(path, error.message);
		throw error;
	}
}

const schedule = allOf(
	strictObject({ cron: text({ min: 1 }), text: text({ min: 1, max: 128 }), timezone: text() }),
	scheduleWords,
);

const anything: Rule = () => [];
const id = text();
const domains = list(text({ min: 1 }), { max: 50 });

const oneDomainList: Rule = (value, path) => {
	const { includeDomains, excludeDomains } = value as Record<string, unknown>;
	return includeDomains !== undefined && excludeDomains !== undefined
		? worded(path, 'includeDomains and excludeDomains cannot both be specified')
		: [];
};

/** What is inside `scrapeOptions` and `crawlOptions` shows in the checks alone (section G). */
const target = kinds({
	scrape: strictObject(
		{ type: anything, id, urls: filled(list(addressProblems)), scrapeOptions: object({}) },
		['urls'],
	),
	crawl: strictObject(
		{
			type: anything,
			id,
			url: addressProblems,
			crawlOptions: object({}),
			scrapeOptions: object({}),
		},
		['url'],
	),
	search: allOf(
		strictObject(
			{
				type: anything,
				id,
				queries: filled(list(text({ min: 1, max: 256 }), { max: 12 })),
				searchWindow: oneOf(searchWindows),
				maxResults: numeric({ integer: true, min: 1, max: 50 }),
				includeDomains: domains,
				excludeDomains: domains,
			},
			['queries'],
		),
		oneDomainList,
	),
});

const notification = strictObject({
	email: strictObject({
		enabled: flag,
		recipients: list(text({ pattern: /^[^\s@]+@[^\s@]+$/, means: 'an email address' }), {
			max: 25,
		}),
		includeDiffs: flag,
	}),
	slack: strictObject({ enabled: flag, channelId: text(), channelName: text() }),
});

const event: Rule = (value, path) =>
	monitorEvents.includes(value as string)
		? []
		: [
				{
					code: 'invalid_value',
					path,
					message: `Invalid option: expected one of ${monitorEvents.map((name) => `"${name}"`).join('|')}`,
				},
			];

const webhook = eitherOf(
	webAddress,
	strictObject({ url: webAddress, headers: textMap, metadata: object({}), events: list(event) }, [
		'url',
	]),
);

const fields: Record<string, Rule> = {
	name: text({ min: 1, max: 256 }),
	schedule,
	targets: filled(list(target, { max: 50 })),
	goal: nullable(text({ max: 2000 })),
	judgeEnabled: flag,
	notification: nullable(notification),
	webhook: nullable(webhook),
	retentionDays: numeric({ integer: true, min: 1, max: 365 }),
	origin: text(),
};

const goalForSearch: Rule = (value, path) => {
	const { targets, goal, judgeEnabled } = value as MonitorRequest;
	const searches = targets.some(({ type }) => type === 'search');
	const hasGoal = typeof goal === 'string' && goal.trim() !== '';
	return searches && !hasGoal && judgeEnabled !== false
		? worded([...path, 'goal'], 'A search target requires a non-empty goal')
		: [];
};

export const createRule = allOf(
	strictObject(fields, ['name', 'schedule', 'targets']),
	goalForSearch,
);

const updateOption: Rule = (value, path) =>
	value === 'active' || value === 'paused'
		? []
		: [
				{
					code: 'invalid_value',
					path,
					message: 'Invalid option: expected one of "active"|"paused"',
				},
			];

export const updateRule = allOf(strictObject({ ...fields, status: updateOption }), (value, path) =>
	isObject(value) && Object.keys(value).filter((name) => name !== 'origin').length === 0
		? worded(path, 'Update body cannot be empty')
		: [],
);
