import { parseOptionsRule } from '../../../sandbox/service/parse/rules.ts';
import { hostileInputs } from '../hostile/operations.ts';

await hostileInputs({
	resource: 'file',
	valid: { parse: {} },
	files: {
		data: { data: btoa('<h1>Page</h1>'), fileName: 'page.html', mimeType: 'text/html' },
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
	routes: [{ method: 'POST', path: /^\/v2\/parse$/, body: parseOptionsRule }],
});
