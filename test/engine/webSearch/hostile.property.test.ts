import { searchRequestRule } from '../../../sandbox/service/search/rules.ts';
import { hostileInputs, PAGE_FIELDS } from '../hostile/operations.ts';

await hostileInputs({
	resource: 'webSearch',
	valid: {
		search: {
			query: 'chairs',
			options: { tbs: { value: { period: 'range', from: '2026-01-01' } } },
		},
	},
	triedElsewhere: PAGE_FIELDS,
	answer: { data: { web: [{ url: 'https://example.com/', title: 'Chairs' }] } },
	routes: [{ method: 'POST', path: /^\/v2\/search$/, body: searchRequestRule }],
});
