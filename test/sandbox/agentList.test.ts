import { describe, expect, test } from 'vitest';

import { HOUR, runs } from './agentRunsUnderTest.ts';

describe('the list', () => {
	test('pages from the newest to the oldest run', () => {
		const { model, clock } = runs({ listPageSize: 2 });
		const ids = ['a', 'b', 'c', 'd', 'e'].map((prompt) => {
			clock.pass(10);
			return model.start({ prompt }).id;
		});
		const pages: string[][] = [];
		for (let before: number | undefined = Infinity; before !== undefined;) {
			const page = model.list({ before });
			pages.push(page.agents.map(({ id }) => id));
			before = page.nextBefore;
		}
		expect(pages.flat()).toEqual(ids.toReversed());
		expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
	});

	test('has no next page when the last one is just full', () => {
		const { model } = runs({ listPageSize: 1 });
		model.start({ prompt: 'x' });
		expect(model.list()).not.toHaveProperty('nextBefore');
	});

	test('tells what was asked for, unless it leaves that out', () => {
		const urls = ['https://a.example/'];
		const request = {
			prompt: 'x',
			urls,
			effort: 'low',
			origin: 'n8n',
			integration: 'n8n',
		} as const;
		const { model } = runs();
		model.start({ ...request, urls });
		expect(model.list().agents).toMatchObject([
			{
				targetHint: urls[0],
				origin: 'n8n',
				integration: 'n8n',
				settings: { hidden: false, starred: false },
				status: 'processing',
				options: { prompt: 'x', urls, model: 'spark-2', effort: 'low' },
			},
		]);
		const { model: terse } = runs({ listsOptions: false });
		terse.start({ ...request, urls });
		expect(terse.list().agents[0]).not.toHaveProperty('options');
	});

	test('keeps runs in the order of their creation, also those started in the past', () => {
		const { model, clock } = runs();
		model.start({ prompt: 'now' });
		model.start({ prompt: 'yesterday' }, { createdAt: clock.time - 24 * HOUR });
		model.start({ prompt: 'last hour' }, { createdAt: clock.time - HOUR });
		expect(model.list().agents.map(({ targetHint }) => targetHint)).toEqual([
			'now',
			'last hour',
			'yesterday',
		]);
	});
});
