import { mapRequestRule } from '../../../sandbox/service/map/rules.ts';
import { hostileInputs } from '../hostile/operations.ts';

await hostileInputs({
	resource: 'website',
	valid: { map: { url: 'https://example.com' } },
	routes: [{ method: 'POST', path: /^\/v2\/map$/, body: mapRequestRule }],
});
