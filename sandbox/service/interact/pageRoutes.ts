import type { ServiceCore } from '../core.ts';
import type { Route } from '../http/route.ts';
import { ServiceError } from '../http/serviceError.ts';
import { jobId } from '../jobs/jobId.ts';
import type { CodeOutcome } from './browserProcess.ts';
import type { BrowserWork } from './browserWork.ts';
import { interactRule, type InstructionRequest } from './rules.ts';
import { addressesOf } from './sessionRoutes.ts';
import { notFound, PROMPT_RATE, type BrowserSession, type BrowserSessions } from './sessions.ts';

export type PageInteractRouteName = 'pageInteract' | 'pageInteractStop';

/** Sessions of scraped pages, in milliseconds. */
const LIFETIME = 600_000;
const IDLE_LIFETIME = 300_000;

/** `/v2/scrape/{id}/interact`: a session that shows a scraped page, begun by the first call. */
export function pageInteractRoutes(
	core: ServiceCore,
	sessions: BrowserSessions,
	work: BrowserWork,
): Array<Route<PageInteractRouteName>> {
	/** Throws 404 for a scrape that there was not, and 403 for another team's. */
	const urlOf = (scrapeId: string, team: string): string | null => {
		const scrape = core.activities.find(scrapeId);
		if (scrape?.endpoint !== 'scrape') throw new ServiceError(404, 'Job not found.');
		if (scrape.team !== team) throw new ServiceError(403, 'Forbidden.');
		return scrape.target;
	};
	return [
		{
			name: 'pageInteract',
			group: 'interactCalls',
			method: 'POST',
			path: /^\/v2\/scrape\/([^/]+)\/interact\/?$/,
			async handle({ team, params, body }) {
				if (core.isSelfHosted) throw new ServiceError(501, NOT_STORED);
				const scrapeId = jobId(params);
				core.checkBody(interactRule, body);
				const url = urlOf(scrapeId, team);
				work.demand();
				const request = body as InstructionRequest;
				const known = sessions.ofScrape(scrapeId);
				if (!known) core.credits.demand(team);
				const session =
					known ??
					sessions.open({
						team,
						lifetime: LIFETIME,
						idleLifetime: IDLE_LIFETIME,
						scrapeId,
						...(url !== null && { url }),
					});
				if (!known)
					core.activities.record({ id: session.id, team, endpoint: 'interact', target: url });
				sessions.use(session);
				return { status: 200, json: await answer(session, request, work) };
			},
		},
		{
			name: 'pageInteractStop',
			group: 'interactCalls',
			method: 'DELETE',
			path: /^\/v2\/scrape\/([^/]+)\/interact\/?$/,
			handle({ team, params }) {
				const scrapeId = jobId(params);
				const session = sessions.ofScrape(scrapeId);
				if (!session) throw notFound();
				urlOf(scrapeId, team);
				work.close(session.id);
				return { status: 200, json: { success: true, ...sessions.close(session) } };
			},
		},
	];
}

async function answer(
	session: BrowserSession,
	request: InstructionRequest,
	work: BrowserWork,
): Promise<object> {
	const addresses = addressesOf(session);
	if (request.code === undefined) {
		session.creditsPerMinute = PROMPT_RATE;
		return { ...addresses, ...promptAnswer(request.prompt ?? '') };
	}
	const outcome = await work.run(session, request);
	const error = errorOf(outcome);
	return { success: error === undefined, ...addresses, ...outcome, ...(error && { error }) };
}

function errorOf({ killed, exitCode, stderr }: CodeOutcome): string | undefined {
	if (killed) return 'Execution timed out.';
	return exitCode === 0 ? undefined : stderr.split('\n')[0];
}

/** No model is asked: `[fails reason]` in a prompt fails with the reason, all else is done. */
function promptAnswer(prompt: string): object {
	const [, reason] = /\[fails ([^\]]*)\]/.exec(prompt) ?? [];
	if (reason !== undefined)
		return { success: false, output: '', exitCode: 1, killed: false, error: reason };
	return { success: true, output: `Done: ${prompt}`, exitCode: 0, killed: false };
}

const NOT_STORED =
	'Scrape interact requires stored scrape context and is not available when database authentication is disabled.';
