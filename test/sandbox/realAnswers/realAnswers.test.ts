/**
 * The stand-in judged by what the service's own open server answered: each recorded request is
 * sent again, and the answers' shapes are compared.
 */
import { existsSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { accountPreparations } from './account.ts';
import { agentPreparations } from './agent.ts';
import { interactPreparations } from './interact.ts';
import { mapPreparations } from './map.ts';
import { monitorDifferences, monitorPreparations } from './monitors.ts';
import { pageDifferences } from './pageDifferences.ts';
import { pagePreparations } from './pages.ts';
import { recorded, shapeOf, type Difference, type Recorded, type Shape } from './recorded.ts';
import { parseDifferences } from './parse.ts';
import { replay, type Preparation } from './replay.ts';
import { searchDifferences, searchPreparations } from './search.ts';

/** What is not asked again, and why. The first that matches a method and path counts. */
const notJudged: Array<[requests: RegExp, reason: string]> = [
	[/^- -$/, 'sums up several requests'],
	[/^POST \/(hook.*)?$/, 'was sent by the server'],
	[/^\w+ \/v1\//, 'the stand-in has version 2 only'],
	[/^(GET|PUT) \/v2\/team\/threat-protection$/, 'the pack does not change a team’s policy'],
	[/^GET \/v2\/team\/token-usage/, 'belongs to extract, which is deprecated'],
	[/^\w+ \/v2\/(extract|support|feedback)\b/, 'not part of the pack'],
	[/^\w+ \/v2\/search\/./, 'feedback and lists of papers are not part of the pack'],
	[/^POST \/v2\/parse\/upload-url$/, 'the pack uploads files directly'],
];

/** Where the stand-in differs on purpose: the shape it has instead, and the reason. */
const differences: Record<string, Difference> = {
	'agent: status of cancelled': {
		instead: { error: 'Agent was cancelled by the user.' },
		reason: 'ends of runs were played there, too; the contract asks for a cancellation message',
	},
	'agent: status of failed': {
		instead: { error: 'Credit limit reached: the run hit its maxCredits of {number}.' },
		reason: 'ends of runs were played there, too; the contract asks for a credit-limit message',
	},
	...monitorDifferences,
	...pageDifferences,
	...parseDifferences,
	...searchDifferences,
};

const preparations: Record<string, Preparation> = {
	...interactPreparations,
	...mapPreparations,
	...agentPreparations,
	...accountPreparations,
	...monitorPreparations,
	...pagePreparations,
	...searchPreparations,
};

const judged = recorded.filter(
	({ request, answer }) =>
		answer.status !== null &&
		!notJudged.some(([requests]) => requests.test(`${request.method} ${request.path}`)),
);

describe('the stand-in answers as the open server did:', () => {
	test.each(judged.map((entry) => [entry.deployment, entry.name, entry] as const))(
		'%s, %s',
		async (_deployment, name, entry) => {
			const expected = { ...expectedShape(entry), ...differences[name]?.instead };
			const { faults, ...shape } = cutLike(expected, await replay(entry, preparations[name]));
			const { faults: expectedFaults, ...expectedRest } = expected;
			expect(shape).toEqual(expectedRest);
			expect(new Set(faults)).toEqual(
				new Set([...expectedFaults, ...(isCut(entry) ? faults : [])]),
			);
		},
	);
});

test('whatever was recorded is judged, or there is a reason why not', () => {
	expect(judged.length).toBeGreaterThan(60);
	const names = new Set(judged.map(({ name }) => name));
	const unused = [...Object.keys(preparations), ...Object.keys(differences)].filter(
		(name) => !names.has(name),
	);
	expect(unused).toEqual([]);
});

const original = new URL('../../../../shared/contract/real-answers.jsonl', import.meta.url);

test.skipIf(!existsSync(original))('the recordings are those of the contract', () => {
	const copy = readFileSync(new URL('recorded.jsonl', import.meta.url), 'utf8');
	expect(copy).toBe(readFileSync(original, 'utf8'));
});

function expectedShape({ answer }: Recorded): Shape {
	return shapeOf(answer.status, answer.contentType ?? '', answer.body);
}

/** The shape with its error cut where the recording cuts it. */
function cutLike(recording: Shape, shape: Shape): Shape {
	const [, beginning, cut] = /^(.*)(…\(\{number\} more\))$/s.exec(recording.error ?? '') ?? [];
	if (beginning === undefined || cut === undefined) return shape;
	return { ...shape, error: shape.error?.startsWith(beginning) ? beginning + cut : shape.error };
}

/** Whether the recording leaves out the end of the details. */
function isCut({ answer }: Recorded): boolean {
	return /"…\(\d+ more\)"/.test(JSON.stringify(answer.body));
}
