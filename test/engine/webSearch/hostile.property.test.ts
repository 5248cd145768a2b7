import { searchRequestRule } from '../../../sandbox/service/search/rules.ts';
import { hostileInputs } from '../hostile/operations.ts';

await hostileInputs({
	resource: 'webSearch',
	valid: {
		search: {
			query: 'chairs',
			options: { tbs: { value: { period: 'range', from: '2026-01-01' } } },
		},
	},
	// How pages are read is tried where pages are all there is.
	triedElsewhere: [
		'attributes',
		'checkPromptInjection',
		'highlightsQuery',
		'jsonPrompt',
		'question',
		'schemaExample',
		'schemaFields',
		'schemaJson',
		'schemaMode',
		'scrapeOptions',
		'screenshotOptions',
	],
	routes: [{ method: 'POST', path: /^\/v2\/search$/, body: searchRequestRule }],
});
