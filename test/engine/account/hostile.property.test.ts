import { hostileInputs, type HostileNoun } from '../hostile/operations.ts';
import { UUID } from '../hostile/values.ts';

const routes: HostileNoun['routes'] = [
	{ method: 'GET', path: /^\/v2\/team\/(credit-usage|queue-status)$/ },
	{ method: 'GET', path: /^\/v2\/team\/credit-usage\/historical$/, query: /^(byApiKey=true)?$/ },
	{ method: 'GET', path: /^\/v2\/team\/activity$/, query: /^limit=\d+(&endpoint=\w+)?$/ },
];

await hostileInputs({
	resource: 'account',
	valid: { getActivity: {}, getCreditHistory: {}, getQueue: {} },
	routes,
	answer: { data: [{ id: UUID }], periods: [{ creditsUsed: 1 }], jobsInQueue: 0 },
});

await hostileInputs({
	resource: 'account',
	valid: { getCredits: {} },
	routes,
	answer: { data: { remainingCredits: 1 } },
});
