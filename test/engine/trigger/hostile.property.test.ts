/** Any JSON value that an expression may give, for every parameter of the trigger. */
import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { beforeEach, describe, expect, test } from 'vitest';

import { expectAllowed, ID, type AllowedRoute } from '../hostile/allowed.ts';
import { setUp } from '../hostile/setUp.ts';
import { anyJson, isUnpolluted, NASTY, UUID, type Json } from '../hostile/values.ts';

/** The budget: polls with all nasty values, and with so many random ones. */
const RUNS = NASTY.length + 200;

const { engine, service, credentials } = await setUp({ expressions: 'legacy' });

beforeEach(() => {
	service.requests.length = 0;
});

/** Every request that a poll may send. */
const ROUTES: AllowedRoute[] = [
	{ method: 'GET', path: /^\/v2\/agent$/, query: /^(before=\d+)?$/ },
	{ method: 'GET', path: new RegExp(`^/v2/agent/${ID}$`) },
	{ method: 'GET', path: new RegExp(`^/v2/agent/${ID}/trace$`) },
];

type Place = [name: string, displayName: string, parameters: (value: string) => INodeParameters];

const PLACES: Place[] = [
	['watch', 'Watch', (value) => ({ watch: value })],
	['jobIds', 'Agent Run IDs', (value) => ({ watch: 'runs', jobIds: value })],
	['jobIds[0]', 'Agent Run IDs', (value) => ({ watch: 'runs', jobIds: [value, UUID] })],
	['events', 'Events', (value) => ({ events: value })],
	['includeData', 'Include Data', (value) => ({ options: { includeData: value } })],
	['emitExisting', 'Emit Existing', (value) => ({ options: { emitExisting: value } })],
	['promptContains', 'Prompt Contains', (value) => ({ options: { promptContains: value } })],
];

describe.each(PLACES)('the trigger', (name, displayName, parameters) => {
	test(`takes or refuses anything as ${name}`, async () => {
		await fc.assert(
			fc.asyncProperty(anyJson, async (value) => await tryPolls(value)),
			{ numRuns: RUNS, examples: NASTY.map((value) => [value]) },
		);
	}, 60_000);

	/** The poll at activation, and the one after it. */
	async function tryPolls(value: Json): Promise<void> {
		service.requests.length = 0;
		const trigger = engine.activeTrigger({
			node: 'webDataTrigger',
			parameters: parameters(expressionFor(value)),
			credentials,
		});
		for (const poll of [() => trigger.activate(), () => trigger.tick()]) {
			const { error, items } = await poll();
			expectAllowed(service.requests, ROUTES);
			expect(isUnpolluted()).toBe(true);
			if (!error) continue;
			expect(items).toBeNull();
			expect(error.message).toContain(displayName);
			expect(error.context.details).toMatchObject({ field: displayName });
			expect(service.requests).toEqual([]);
		}
	}
});

/**
 * An expression that gives a value whatever is in it: braces would end the expression, and n8n's
 * parser takes some separators that JSON allows in a text for the end of a line.
 */
function expressionFor(value: Json): string {
	const literal = JSON.stringify(JSON.stringify(value));
	const plain = literal.replace(/[^ -z]/g, (character) => {
		return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
	});
	return `={{ JSON.parse(${plain}) }}`;
}
