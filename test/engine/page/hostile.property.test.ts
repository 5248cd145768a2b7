import { scrapeRequestRule } from '../../../sandbox/service/scrape/scrapeRules.ts';
import { ID } from '../hostile/allowed.ts';
import { hostileInputs } from '../hostile/operations.ts';
import { UUID } from '../hostile/values.ts';

await hostileInputs({
	resource: 'page',
	valid: {
		// A profile needs its name.
		scrape: { url: 'https://example.com', scrapeOptions: { profile: { value: { name: 'shop' } } } },
		get: { scrapeId: UUID },
	},
	routes: [
		{ method: 'POST', path: /^\/v2\/scrape$/, body: scrapeRequestRule },
		{ method: 'GET', path: new RegExp(`^/v2/scrape/${ID}$`) },
	],
});
