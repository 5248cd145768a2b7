import {
	allOf,
	flag,
	isObject,
	list,
	numeric,
	object,
	oneOf,
	text,
	type Rule,
} from '../http/validation.ts';
import { kinds, worded } from './rules.ts';
import { screenshotFields } from './formatRules.ts';

const MAX_ACTIONS = 50;
const MAX_WAIT_MS = 60_000;

/** What a wait for a selector counts as, in the sum of waits. */
const SELECTOR_WAIT_MS = 1000;

const paperSizes = [
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
];

/** Exactly one of its two fields. */
const waitRule: Rule = allOf(
	object({ milliseconds: numeric({ integer: true, min: 1 }), selector: text() }),
	(value, path) => {
		const { milliseconds, selector } = value as Record<string, unknown>;
		return (milliseconds === undefined) === (selector === undefined)
			? worded(path, "Either 'milliseconds' or 'selector' must be provided, but not both.")
			: [];
	},
);

// Unknown fields of an action are dropped without a word (section 0).
const oneAction = kinds({
	wait: waitRule,
	click: object({ selector: text(), all: flag }, { required: ['selector'] }),
	write: object({ text: text() }, { required: ['text'] }),
	press: object({ key: text() }, { required: ['key'] }),
	scroll: object({ direction: oneOf(['up', 'down']), selector: text() }),
	screenshot: object(screenshotFields),
	scrape: object({}),
	executeJavascript: object({ script: text() }, { required: ['script'] }),
	pdf: object({ format: oneOf(paperSizes), landscape: flag, scale: numeric() }),
});

/** The field `actions`. */
export const actionsRule: Rule = allOf(list(oneAction), (value, path) => {
	const actions = value as unknown[];
	if (actions.length > MAX_ACTIONS) return worded(path, 'Number of actions cannot exceed 50');
	return waitTooLong(actions, 0)
		? worded(path, 'Total wait time (waitFor + wait actions) cannot exceed 60 seconds')
		: [];
});

/** Whether the waits of the actions, together with `waitFor`, are longer than the service allows. */
export function waitTooLong(actions: unknown[], waitFor: number): boolean {
	const sum = actions.reduce((total: number, action) => total + waitOf(action), waitFor);
	return sum > MAX_WAIT_MS;
}

function waitOf(action: unknown): number {
	if (!isObject(action) || action['type'] !== 'wait') return 0;
	return typeof action['milliseconds'] === 'number' ? action['milliseconds'] : SELECTOR_WAIT_MS;
}
