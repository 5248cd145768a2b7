import { crawlRequestRule, previewRule } from '../../../sandbox/service/crawl/rules.ts';
import { ID } from '../hostile/allowed.ts';
import { hostileInputs, PAGE_FIELDS } from '../hostile/operations.ts';
import { UUID } from '../hostile/values.ts';

const jobId = { __rl: true, mode: 'id', value: UUID };

await hostileInputs({
	resource: 'crawl',
	valid: {
		start: { url: 'https://example.com', waitForCompletion: false },
		get: { jobId },
		getAll: {},
		cancel: { jobId },
		getErrors: { jobId },
		preview: { url: 'https://example.com', prompt: 'only docs' },
	},
	// A crawl has no errors, and may be the only one or none.
	anyNumber: ['getErrors', 'getAll'],
	triedElsewhere: PAGE_FIELDS,
	answer: {
		completed: 1,
		crawls: [{ id: UUID, url: 'https://example.com/' }],
		data: { errors: [], limit: 10 },
	},
	routes: [
		{ method: 'POST', path: /^\/v2\/crawl$/, body: crawlRequestRule },
		{ method: 'POST', path: /^\/v2\/crawl\/params-preview$/, body: previewRule },
		{ method: 'GET', path: /^\/v2\/crawl\/active$/ },
		{ method: 'GET', path: new RegExp(`^/v2/crawl/${ID}$`), query: /^(limit=\d+)?$/ },
		{ method: 'GET', path: new RegExp(`^/v2/crawl/${ID}/errors$`) },
		{ method: 'DELETE', path: new RegExp(`^/v2/crawl/${ID}$`) },
		{ method: 'GET', path: /^\/v2\/team\/credit-usage$/ },
	],
});
