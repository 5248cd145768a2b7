/** Browser sessions, and interaction with pages, which are browser sessions too. */
import { executeRule, interactRule, sessionRule } from '../../../sandbox/service/interact/rules.ts';
import { ID } from '../hostile/allowed.ts';
import { hostileInputs, type HostileNoun } from '../hostile/operations.ts';
import { UUID } from '../hostile/values.ts';

/** A segment of a path, whatever it says: nothing in it is left unencoded but these. */
const SEGMENT = "(?!\\.{1,2}(/|$))[\\w.~!*'()%-]+";

const session = { sessionId: { __rl: true, mode: 'id', value: 'session-1' } };

/** The balance that Min Credits looks at. */
const credits: HostileNoun['routes'][number] = {
	method: 'GET',
	path: /^\/v2\/team\/credit-usage$/,
};

const answer = {
	data: { remainingCredits: Number.MAX_SAFE_INTEGER },
	sessions: [{ id: UUID }],
	exitCode: 0,
};

await hostileInputs({
	resource: 'browserSession',
	valid: {
		open: { options: { profile: { value: { name: 'shop' } } } },
		execute: { ...session, code: 'look()' },
		getAll: {},
		close: session,
	},
	routes: [
		credits,
		{ method: 'POST', path: /^\/v2\/interact$/, body: sessionRule },
		{ method: 'GET', path: /^\/v2\/interact$/, query: /^(status=\w+)?$/ },
		{ method: 'POST', path: new RegExp(`^/v2/interact/${SEGMENT}/execute$`), body: executeRule },
		{ method: 'DELETE', path: new RegExp(`^/v2/interact/${SEGMENT}$`) },
	],
	answer,
});

await hostileInputs({
	resource: 'page',
	valid: {
		interact: { scrapeId: UUID, prompt: 'Look', code: 'look()' },
		stopInteraction: { scrapeId: UUID },
	},
	choices: {
		code: { instruction: 'code' },
		language: { instruction: 'code', code: 'look()' },
	},
	routes: [
		credits,
		{ method: 'POST', path: new RegExp(`^/v2/scrape/${ID}/interact$`), body: interactRule },
		{ method: 'DELETE', path: new RegExp(`^/v2/scrape/${ID}/interact$`) },
	],
	answer,
});
