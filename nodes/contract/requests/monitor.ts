import {
	checkedFields,
	FieldError,
	flag,
	httpUrl,
	isRecord,
	oneOf,
	required,
	text,
	textList,
	textUpTo,
	wholeNumber,
} from '../checks';
import type { Schedule } from '../schedule';
import { upTo, type MonitorTarget } from './monitorTargets';

/** Whole numbers and lengths are those of the service facts, "G. Monitor". */
const MAX_TARGETS = 50;
const MAX_RECIPIENTS = 25;

export const MONITOR_EVENTS = ['monitor.page', 'monitor.check.completed'] as const;

/** A monitor as the user describes it; what was left out is not sent. */
export interface MonitorFields {
	/** `name`, `goal`, `judgeEnabled`, `retentionDays` and, of an update, `status`, as given. */
	body: Record<string, unknown>;
	schedule?: Schedule;
	targets?: MonitorTarget[];
	/** `notifyByEmail`, `notifyEmails` and `includeDiffs`, as given. */
	email: Record<string, unknown>;
	/** `webhookUrl`, `webhookEvents`, `webhookHeaders` and `webhookMetadata`, as given. */
	webhook: Record<string, unknown>;
}

const FIELDS = {
	name: textUpTo(256),
	goal: textUpTo(2000),
	judgeEnabled: flag,
	retentionDays: wholeNumber(1, 365),
};

/** Fields of a monitor that an update can take away. */
export const REMOVABLE = ['goal', 'notification', 'webhook'] as const;

/**
 * The body of `POST /v2/monitor`.
 *
 * @throws FieldError naming the field and the rule
 */
export function newMonitor(fields: MonitorFields): Record<string, unknown> {
	required(fields.body, 'name');
	const request = monitorBody(fields);
	const searches = fields.targets?.some(({ type }) => type === 'search') ?? false;
	if (searches && request.goal === undefined && request.judgeEnabled !== false) {
		const rule = 'is required for a search, because a result counts as news by it';
		throw new FieldError('goal', rule, undefined);
	}
	return request;
}

/**
 * The body of `PATCH /v2/monitor/{id}`.
 *
 * @param removed what the monitor shall no longer have
 * @throws FieldError, also when nothing is to be changed
 */
export function changedMonitor(
	fields: MonitorFields,
	removed: ReadonlyArray<(typeof REMOVABLE)[number]>,
): Record<string, unknown> {
	const status = checkedFields({ status: oneOf('active', 'paused') }, fields.body);
	const request = { ...status, ...monitorBody(fields) };
	const both = removed.find((field) => field in request);
	if (both) throw new FieldError('remove', `must not name ${both}, which is also set`, both);
	const changes = {
		...request,
		...Object.fromEntries(removed.map((field) => [field, null])),
	};
	if (Object.keys(changes).length > 0) return changes;
	throw new FieldError('name', 'or another field must be set: there is nothing to change', '');
}

function monitorBody({
	body,
	schedule,
	targets,
	email,
	webhook,
}: MonitorFields): Record<string, unknown> {
	return {
		...checkedFields(FIELDS, body),
		...(schedule && { schedule }),
		...(targets && { targets: upTo(MAX_TARGETS, 'targets', targets) }),
		...notificationOf(email),
		...webhookOf(webhook),
	};
}

/** Addresses alone switch the mail on. */
function notificationOf(email: Record<string, unknown>): Record<string, unknown> {
	const checks = { notifyByEmail: flag, notifyEmails: recipients, includeDiffs: flag };
	const given = checkedFields(checks, email);
	if (Object.keys(given).length === 0) return {};
	const { notifyByEmail: enabled = true, notifyEmails, includeDiffs } = given;
	return {
		notification: {
			email: {
				enabled,
				...(notifyEmails !== undefined && { recipients: notifyEmails }),
				...(includeDiffs !== undefined && { includeDiffs }),
			},
		},
	};
}

function recipients(field: string, value: unknown): string[] {
	const list = textList(field, value, { commas: true });
	const wrong = list.find((entry) => !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(entry));
	if (wrong !== undefined) throw new FieldError(field, 'must hold email addresses', wrong);
	return upTo(MAX_RECIPIENTS, field, list);
}

function webhookOf(webhook: Record<string, unknown>): Record<string, unknown> {
	const checks = {
		webhookUrl: httpUrl,
		webhookEvents: events,
		webhookHeaders: namedTexts,
		webhookMetadata: namedTexts,
	};
	const given = checkedFields(checks, webhook);
	if (Object.keys(given).length === 0) return {};
	const { webhookUrl: url, webhookEvents, webhookHeaders, webhookMetadata } = given;
	if (url === undefined) {
		throw new FieldError(
			'webhookUrl',
			'is required where other webhook options are set',
			undefined,
		);
	}
	return {
		webhook: {
			url,
			...(webhookEvents !== undefined && { events: webhookEvents }),
			...(webhookHeaders !== undefined && { headers: webhookHeaders }),
			...(webhookMetadata !== undefined && { metadata: webhookMetadata }),
		},
	};
}

function events(field: string, value: unknown): string[] {
	return textList(field, value, { commas: true }).map((event) =>
		oneOf(...MONITOR_EVENTS)(field, event),
	);
}

/** Names and texts, as rows of a fixed collection or, from an expression, as an object. */
function namedTexts(field: string, value: unknown): Record<string, string> | undefined {
	if (!isRecord(value)) throw new FieldError(field, 'must be an object of texts', value);
	const rows: unknown[] = Array.isArray(value.entry)
		? value.entry
		: Object.entries(value).map(([name, entry]) => ({ name, value: entry }));
	const texts = rows.filter(isRecord).map(({ name, value: entry }) => {
		if (typeof name !== 'string' || name.trim() === '') {
			throw new FieldError(field, 'must have a name for every entry', name);
		}
		return [name.trim(), text(field, entry)] as const;
	});
	return texts.length === 0 ? undefined : Object.fromEntries(texts);
}
