import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../contract/checks';
import { UnusableAnswer } from './failure';

const HAS_TYPE = {
	list: Array.isArray,
	object: isRecord,
	text: (value: unknown) => typeof value === 'string',
};

/**
 * A field that the contract promises of an answer: without this check, the answer of anything else
 * that speaks JSON would look like a result without content.
 *
 * @param what the field holds, such as "list of agent runs"
 * @throws UnusableAnswer when the field is missing or of another type
 */
export function requireField(
	answer: Record<string, unknown>,
	field: string,
	type: 'list',
	what: string,
): unknown[];
export function requireField(
	answer: Record<string, unknown>,
	field: string,
	type: 'text',
	what: string,
): string;
export function requireField(
	answer: Record<string, unknown>,
	field: string,
	type: 'object',
	what: string,
): IDataObject;
export function requireField(
	answer: Record<string, unknown>,
	field: string,
	type: keyof typeof HAS_TYPE,
	what: string,
): unknown {
	const value = answer[field];
	if (HAS_TYPE[type](value)) return value;
	throw unexpectedAnswer(what);
}

/** @param what the answer lacks */
export function unexpectedAnswer(what: string): UnusableAnswer {
	return new UnusableAnswer(
		`The answer holds no ${what}`,
		"The service answered with something else than was asked for. Check the Base URL of this node's credential.",
	);
}
