import { batchRequestRule } from '../../../sandbox/service/batch/rules.ts';
import { ID } from '../hostile/allowed.ts';
import { hostileInputs } from '../hostile/operations.ts';
import { UUID } from '../hostile/values.ts';

const jobId = { __rl: true, mode: 'id', value: UUID };

await hostileInputs({
	resource: 'batchScrape',
	valid: {
		start: { url: 'https://example.com', waitForCompletion: false },
		get: { jobId },
		cancel: { jobId },
		getErrors: { jobId },
	},
	choices: { urls: { urlsFrom: 'list' } },
	// A job has no errors, and one batch stands for all items.
	anyNumber: ['getErrors', 'start'],
	// A batch reads pages as a scrape does, by the same fields.
	triedElsewhere: [
		'attributes',
		'changeTrackingOptions',
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
		// With it the answer would have to hold the pages.
		'waitForCompletion',
	],
	// Enough for any Min Credits.
	answer: { data: { errors: [], remainingCredits: Number.MAX_SAFE_INTEGER } },
	routes: [
		{ method: 'POST', path: /^\/v2\/batch\/scrape$/, body: batchRequestRule },
		{ method: 'GET', path: new RegExp(`^/v2/batch/scrape/${ID}$`), query: /^(limit=\d+)?$/ },
		{ method: 'GET', path: new RegExp(`^/v2/batch/scrape/${ID}/errors$`) },
		{ method: 'DELETE', path: new RegExp(`^/v2/batch/scrape/${ID}$`) },
	],
});
