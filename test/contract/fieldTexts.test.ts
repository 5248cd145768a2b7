/** How the fields read in the editor: each is named, explained and has an example where one helps. */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { loadEngine, type Engine } from '../support/engine.ts';

const ALWAYS_SMALL = /^(a|an|and|as|at|by|for|if|in|is|its|of|on|or|per|the|to|with)$/i;

/** Shown to everyone by n8n itself or as a mere heading, so that a text would only repeat the name. */
const SELF_EXPLAINING = ['resource', 'operation', 'options', 'filters'];

let engine: Engine;

beforeAll(async () => {
	engine = await loadEngine();
});

afterAll(async () => {
	await engine.close();
});

interface Text {
	where: string;
	field: INodeProperties;
}

/** Every field of a node with those inside it; `where` is the path that a user would follow. */
function fieldsOf(node: string): Text[] {
	return engine
		.nodeType(node)
		.description.properties.filter(isOurs)
		.flatMap((field) => withInner(field, whereOf(field)));
}

/** n8n adds fields of its own to every node of this kind, and a notice is no field. */
function isOurs({ name, type }: INodeProperties): boolean {
	return type !== 'notice' && !['pollTimes', 'requestOptions'].includes(name);
}

function whereOf({ displayOptions, displayName }: INodeProperties): string {
	const operation = displayOptions?.show?.operation?.map(String).join(', ');
	return operation === undefined ? displayName : `${operation}: ${displayName}`;
}

function withInner(field: INodeProperties, where: string): Text[] {
	const inner = (field.options ?? []).flatMap((option) => {
		if ('values' in option) return option.values;
		return 'type' in option ? [option] : [];
	});
	return [
		{ where, field },
		...inner.flatMap((each) => withInner(each, `${where} > ${each.displayName}`)),
	];
}

function choicesOf({ options = [] }: INodeProperties): INodePropertyOptions[] {
	return options.flatMap((option) => ('value' in option ? [option] : []));
}

function isTitleCase(name: string): boolean {
	const words = name.split(/[\s/]+/);
	return words.every((word, index) => {
		const mayBeSmall = index > 0 && index < words.length - 1 && ALWAYS_SMALL.test(word);
		return mayBeSmall || /^[A-Z0-9]/.test(word);
	});
}

/** @returns where the fields stand that are not as `isGood` says */
function offenders(texts: Text[], isGood: (field: INodeProperties) => boolean): string[] {
	return texts.filter(({ field }) => !isGood(field)).map(({ where }) => where);
}

describe.each(['webData', 'webDataTrigger', 'webDataWebhookTrigger'])('Of %s', (node) => {
	test('every name and every choice is in Title Case', () => {
		const isGood = (field: INodeProperties) =>
			[field.displayName, ...choicesOf(field).map(({ name }) => name)].every(isTitleCase);
		expect(offenders(fieldsOf(node), isGood)).toEqual([]);
	});

	test('every field says what it does, beginning with a capital letter', () => {
		const isGood = ({ name, description = '' }: INodeProperties) =>
			SELF_EXPLAINING.includes(name) || /^[A-Z][^]{14,}/.test(description);
		expect(offenders(fieldsOf(node), isGood)).toEqual([]);
	});

	test('a description of one sentence has no full stop, one of several has them all', () => {
		const isGood = ({ description = '' }: INodeProperties) =>
			/[.?] [A-Z0-9]/.test(description) === /\.$/.test(description);
		expect(offenders(fieldsOf(node), isGood)).toEqual([]);
	});

	test('every text field shows an example', () => {
		const isGood = ({ type, placeholder = '' }: INodeProperties) =>
			type !== 'string' || placeholder.startsWith('e.g. ');
		expect(offenders(fieldsOf(node), isGood)).toEqual([]);
	});

	test('a locator says what to pick, and shows an example of what to type', () => {
		const isGood = ({ modes = [] }: INodeProperties) =>
			modes.every(({ type, placeholder = '' }) =>
				placeholder.startsWith(type === 'list' ? 'Select a' : 'e.g. '),
			);
		expect(offenders(fieldsOf(node), isGood)).toEqual([]);
	});

	test('a list says on its button what is added', () => {
		const isGood = ({ type, typeOptions, placeholder = '' }: INodeProperties) => {
			if (type === 'collection' || type === 'fixedCollection')
				return placeholder.startsWith('Add ');
			if (typeOptions?.multipleValues !== true) return true;
			return typeOptions.multipleValueButtonText?.startsWith('Add ') ?? false;
		};
		expect(offenders(fieldsOf(node), isGood)).toEqual([]);
	});

	test('a switch says "Whether"', () => {
		const isGood = ({ type, description = '' }: INodeProperties) =>
			type !== 'boolean' || description.startsWith('Whether ');
		expect(offenders(fieldsOf(node), isGood)).toEqual([]);
	});

	test('a dropdown begins with one of its choices', () => {
		const isGood = (field: INodeProperties) =>
			field.type !== 'options' || choicesOf(field).some(({ value }) => value === field.default);
		expect(offenders(fieldsOf(node), isGood)).toEqual([]);
	});

	test('a number has a range that its default lies in', () => {
		const isGood = ({ type, typeOptions = {}, default: value }: INodeProperties) => {
			if (type !== 'number') return true;
			const { minValue = NaN, maxValue = Infinity } = typeOptions;
			return (
				!Number.isNaN(minValue) &&
				(value === '' || (Number(value) >= minValue && Number(value) <= maxValue))
			);
		};
		expect(offenders(fieldsOf(node), isGood)).toEqual([]);
	});

	test('every duration names its unit', () => {
		const isGood = ({ type, name, description = '', hint = '' }: INodeProperties) =>
			type !== 'number' || !/timeout/i.test(name) || /seconds/i.test(description + hint);
		expect(offenders(fieldsOf(node), isGood)).toEqual([]);
	});

	test('what only some runs need stands under Options or Filters', () => {
		const main = fieldsOf(node).filter(
			({ where, field }) => !where.includes('>') && !SELF_EXPLAINING.includes(field.name),
		);
		const perOperation = new Map<string, number>();
		for (const { field } of main) {
			const { resource, operation, ...choices } = field.displayOptions?.show ?? {};
			// What a choice brings to light stands there only for who made it.
			if (Object.keys(choices).length > 0) continue;
			const key = [resource, operation].map(String).join();
			perOperation.set(key, (perOperation.get(key) ?? 0) + 1);
		}
		expect(Math.max(...perOperation.values())).toBeLessThanOrEqual(8);
	});
});

describe('An operation', () => {
	const operations = () =>
		engine
			.nodeType('webData')
			.description.properties.filter(({ name }) => name === 'operation')
			.flatMap(choicesOf);

	test('is described, and named as an action in a sentence of its own', () => {
		expect(operations().length).toBeGreaterThanOrEqual(13);
		for (const { action = '', description = '', name } of operations()) {
			expect(description.length, name).toBeGreaterThan(20);
			expect(action, name).toMatch(/^[A-Z][a-z ]+$/);
		}
	});
});
