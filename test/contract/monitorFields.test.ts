/** The body of `POST /v2/monitor`, held against the fields of Create: both ways. */
import { readFileSync } from 'node:fs';

import type { INodeProperties } from 'n8n-workflow';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { loadEngine, type Engine } from '../support/engine.ts';
import { shownFields } from '../support/shownFields.ts';

interface Row {
	/** Path in the body. */
	field: string;
	parameter?: string;
	/** Why no parameter stands for it. */
	only?: string;
}

const ROWS = JSON.parse(
	readFileSync(new URL('./monitorBody.json', import.meta.url), 'utf8'),
) as Row[];

/** Parameters that say how another one is written, or belong to shared formats. */
const BESIDE_THE_BODY = [
	'scheduleMode',
	'schemaMode',
	'schemaExample',
	'schemaJson',
	'options.minCredits',
	'options.maxAttempts',
	'options.maxConcurrency',
];

let engine: Engine;

beforeAll(async () => {
	engine = await loadEngine();
});

afterAll(async () => {
	await engine.close();
});

/** The parameters of Create, those of collections by their paths; not those of a chosen format. */
function parameters(): string[] {
	const { properties } = engine.nodeType('webData').description;
	const own = shownFields(properties, 'monitor', 'create').filter(
		({ displayOptions }) => displayOptions?.show?.formats === undefined,
	);
	return own.flatMap((property) =>
		['options', 'searchOptions'].includes(property.name)
			? (property.options as INodeProperties[]).map(({ name }) => `${property.name}.${name}`)
			: property.name,
	);
}

test('Create has a parameter for every field of the body', () => {
	const known = parameters();
	const missing = ROWS.filter(
		({ parameter, only }) => only === undefined && !known.includes(parameter ?? ''),
	);
	expect(missing).toEqual([]);
});

test('Create has no parameter that stands for nothing', () => {
	const meant = new Set([...ROWS.map(({ parameter }) => parameter), ...BESIDE_THE_BODY]);
	expect(parameters().filter((parameter) => !meant.has(parameter))).toEqual([]);
});
