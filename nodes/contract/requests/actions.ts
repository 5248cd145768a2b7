import {
	checkedFields,
	FieldError,
	flag,
	isBlank,
	isRecord,
	oneOf,
	text,
	wholeNumber,
	type FieldChecks,
} from '../checks';
import { screenshotFields } from './formats';

const MAX_ACTIONS = 50;

/** The waits of a scrape together may take so long, in milliseconds. */
const MAX_WAIT_MS = 60_000;

/** What a wait for a selector counts as in that sum. */
const SELECTOR_WAIT_MS = 1_000;

/** Blanks around what is typed or run may matter. */
function textAsIs(field: string, value: unknown): string {
	if (typeof value === 'number') return String(value);
	if (typeof value !== 'string') throw new FieldError(field, 'must be text', value);
	return value;
}

function scale(field: string, value: unknown): number {
	const number = Number(value);
	if (Number.isFinite(number) && number > 0) return number;
	throw new FieldError(field, 'must be a number above zero', value);
}

/** The fields of each type of action, and those that it cannot do without. */
const ACTIONS: Record<string, { fields: FieldChecks; required?: string[] }> = {
	wait: { fields: { milliseconds: wholeNumber(1, MAX_WAIT_MS), selector: text } },
	click: { fields: { selector: text, all: flag }, required: ['selector'] },
	write: { fields: { text: textAsIs }, required: ['text'] },
	press: { fields: { key: text }, required: ['key'] },
	scroll: { fields: { direction: oneOf('up', 'down'), selector: text } },
	screenshot: { fields: screenshotFields },
	scrape: { fields: {} },
	executeJavascript: { fields: { script: textAsIs }, required: ['script'] },
	pdf: {
		fields: {
			format: oneOf(
				'A0',
				'A1',
				'A2',
				'A3',
				'A4',
				'A5',
				'A6',
				'Letter',
				'Legal',
				'Tabloid',
				'Ledger',
			),
			landscape: flag,
			scale,
		},
	},
};

/**
 * Browser actions, in the order in which they are run (service, A3).
 *
 * @param value a list of actions; fields that an action's type does not have are left out
 * @throws FieldError that tells which action is wrong
 */
export function actions(field: string, value: unknown): Array<Record<string, unknown>> {
	if (!Array.isArray(value)) throw new FieldError(field, 'must be a list of actions', value);
	if (value.length > MAX_ACTIONS) {
		throw new FieldError(field, `must have at most ${MAX_ACTIONS} actions`, value.length);
	}
	return value.map((action, index) => actionOf(field, action, index));
}

function actionOf(field: string, value: unknown, index: number): Record<string, unknown> {
	const which = `${field}: action ${index + 1}`;
	const given = isRecord(value) ? value : {};
	const { type } = given;
	const kind = typeof type === 'string' && Object.hasOwn(ACTIONS, type) ? ACTIONS[type] : undefined;
	if (!kind) {
		const rule = `must have one of these types: ${Object.keys(ACTIONS).join(', ')}`;
		throw new FieldError(which, rule, isRecord(value) ? type : value);
	}
	const missing = kind.required?.find((name) => isMissing(name, given[name]));
	if (missing !== undefined) {
		throw new FieldError(`${which}, ${missing}`, 'is required', given[missing]);
	}
	if (type === 'wait' && isBlank(given.milliseconds) === isBlank(given.selector)) {
		throw new FieldError(which, 'must have either milliseconds or a selector to wait for', value);
	}
	return {
		type,
		...checkedFields(kind.fields, given, `${which}, `),
		...blankTextOf(kind.fields, given),
	};
}

function isMissing(name: string, value: unknown): boolean {
	const isTyped = name === 'text' && typeof value === 'string';
	return isTyped ? value === '' : isBlank(value);
}

/** A text of blanks alone is text to type all the same. */
function blankTextOf(fields: FieldChecks, { text: typed }: Record<string, unknown>): object {
	return 'text' in fields && typeof typed === 'string' && isBlank(typed) ? { text: typed } : {};
}

/** How long the actions wait together, in milliseconds, as the service counts it. */
export function waitOfActions(list: ReadonlyArray<Record<string, unknown>>): number {
	return list
		.filter(({ type }) => type === 'wait')
		.reduce((sum, { milliseconds }) => sum + Number(milliseconds ?? SELECTOR_WAIT_MS), 0);
}

/**
 * Demands that all waits of a scrape together stay within what the service allows.
 *
 * @param waitFor milliseconds before the first action
 * @throws FieldError
 */
export function checkWaits(
	field: string,
	list: ReadonlyArray<Record<string, unknown>>,
	waitFor: number,
): void {
	const sum = waitOfActions(list) + waitFor;
	if (sum <= MAX_WAIT_MS) return;
	const rule = `must wait at most 60,000 milliseconds in all, together with Wait For`;
	throw new FieldError(field, rule, sum, `${sum.toLocaleString('en-US')} milliseconds`);
}
