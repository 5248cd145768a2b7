import { batchRequestRule } from '../../../sandbox/service/batch/rules.ts';
import { ID } from '../hostile/allowed.ts';
import { hostileInputs, PAGE_FIELDS } from '../hostile/operations.ts';
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
	// With Wait for Completion the answer would have to hold the pages.
	triedElsewhere: [...PAGE_FIELDS, 'waitForCompletion'],
	answer: { data: { errors: [] } },
	routes: [
		{ method: 'POST', path: /^\/v2\/batch\/scrape$/, body: batchRequestRule },
		{ method: 'GET', path: new RegExp(`^/v2/batch/scrape/${ID}$`), query: /^(limit=\d+)?$/ },
		{ method: 'GET', path: new RegExp(`^/v2/batch/scrape/${ID}/errors$`) },
		{ method: 'DELETE', path: new RegExp(`^/v2/batch/scrape/${ID}$`) },
	],
});
