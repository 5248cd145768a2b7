import type { ServiceCore } from '../core.ts';
import type { Route } from '../http/route.ts';
import { ServiceError } from '../http/serviceError.ts';
import type { BrowserWork } from './browserWork.ts';
import { executeRule, sessionRule, type InstructionRequest, type SessionRequest } from './rules.ts';
import { CODE_RATE, type BrowserSession, type BrowserSessions } from './sessions.ts';

export type SessionRouteName =
	'interactCreate' | 'interactList' | 'interactExecute' | 'interactClose';

const DEFAULT_TTL = 600;
const DEFAULT_ACTIVITY_TTL = 300;

/** `/v2/interact`, which older clients call `/v2/browser`. */
export function sessionRoutes(
	core: ServiceCore,
	sessions: BrowserSessions,
	work: BrowserWork,
): Array<Route<SessionRouteName>> {
	return [
		{
			name: 'interactCreate',
			group: 'browserStarts',
			method: 'POST',
			path: /^\/v2\/(?:interact|browser)\/?$/,
			handle({ team, body = {} }) {
				core.checkBody(sessionRule, body);
				work.demand();
				const {
					ttl = DEFAULT_TTL,
					activityTtl = DEFAULT_ACTIVITY_TTL,
					...more
				} = body as SessionRequest;
				demandCredits(core, team, ttl);
				const { streamWebView } = more;
				const session = sessions.open({
					team,
					lifetime: ttl * 1000,
					idleLifetime: activityTtl * 1000,
					...(streamWebView !== undefined && { streamWebView }),
				});
				core.activities.record({ id: session.id, team, endpoint: 'browser', target: null });
				const expiresAt = new Date(session.createdAt + session.lifetime).toISOString();
				const { id } = session;
				return { status: 200, json: { success: true, id, ...addressesOf(session), expiresAt } };
			},
		},
		{
			name: 'interactList',
			group: 'interactCalls',
			method: 'GET',
			path: /^\/v2\/(?:interact|browser)\/?$/,
			handle({ team, query }) {
				if (core.isSelfHosted) throw core.crash();
				const status = query.get('status');
				const list = sessions
					.of(team)
					.map((session) => shown(session, sessions.isActive(session)))
					.filter((session) => status === null || session.status === status);
				return { status: 200, json: { success: true, sessions: list } };
			},
		},
		{
			name: 'interactExecute',
			group: 'interactCalls',
			method: 'POST',
			path: /^\/v2\/(?:interact|browser)\/([^/]+)\/execute\/?$/,
			async handle({ team, params: [id = ''], body }) {
				if (core.isSelfHosted) throw core.crash();
				core.checkBody(executeRule, body);
				const session = sessions.find(id, team);
				sessions.use(session);
				const outcome = await work.run(session, body as InstructionRequest);
				// That the code failed is no failure of the request, here.
				return { status: 200, json: { success: true, ...outcome } };
			},
		},
		{
			name: 'interactClose',
			group: 'interactCalls',
			method: 'DELETE',
			path: /^\/v2\/(?:interact|browser)\/([^/]+)\/?$/,
			handle({ team, params: [id = ''] }) {
				const session = sessions.find(id, team);
				sessions.use(session);
				work.close(id);
				return { status: 200, json: { success: true, ...sessions.close(session) } };
			},
		},
	];
}

/** Throws 402 where the plan does not last for a session, saying how much it takes. */
function demandCredits({ credits }: ServiceCore, team: string, ttl: number): void {
	const needed = Math.ceil((ttl / 60) * CODE_RATE);
	if (credits.remaining(team) < needed)
		throw new ServiceError(
			402,
			`Payment Required: Insufficient credits. A session of ${ttl} seconds needs ${needed}.`,
		);
}

/** Where a browser can be watched and controlled. Nothing of the sandbox is there. */
export function addressesOf({
	id,
	cdpUrl,
}: BrowserSession): Record<'cdpUrl' | 'liveViewUrl' | 'interactiveLiveViewUrl', string> {
	const liveViewUrl = `https://live.sandbox.example/${id}`;
	return { cdpUrl, liveViewUrl, interactiveLiveViewUrl: `${liveViewUrl}?interactive=true` };
}

function shown(
	session: BrowserSession,
	isActive: boolean,
): Record<string, unknown> & { status: string } {
	return {
		id: session.id,
		status: isActive ? 'active' : 'destroyed',
		...addressesOf(session),
		streamWebView: session.streamWebView,
		createdAt: new Date(session.createdAt).toISOString(),
		lastActivity: new Date(session.lastActivity).toISOString(),
	};
}
