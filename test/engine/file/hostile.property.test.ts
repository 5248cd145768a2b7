import { parseOptionsRule } from '../../../sandbox/service/parse/rules.ts';
import { hostileInputs, PAGE_FIELDS } from '../hostile/operations.ts';

await hostileInputs({
	resource: 'file',
	valid: { parse: {} },
	files: {
		data: { data: btoa('<h1>Page</h1>'), fileName: 'page.html', mimeType: 'text/html' },
	},
	triedElsewhere: PAGE_FIELDS,
	routes: [{ method: 'POST', path: /^\/v2\/parse$/, body: parseOptionsRule }],
});
