import type { ServiceCore } from '../core.ts';
import type { Route, RouteRequest } from '../http/route.ts';
import { ServiceError } from '../http/serviceError.ts';
import { uuid } from '../jobs/jobId.ts';
import { checkPageBody } from '../scrape/rules.ts';
import { checkAnswer, monitorAnswer, pageAnswer } from './answers.ts';
import type { Monitor, MonitorCheck } from './monitor.ts';
import type { Monitors } from './monitors.ts';
import { createRule, updateRule, type MonitorChanges, type MonitorRequest } from './rules.ts';
import { ScheduleError } from './schedule.ts';

export type MonitorRouteName =
	| 'monitorCreate'
	| 'monitorList'
	| 'monitorGet'
	| 'monitorUpdate'
	| 'monitorDelete'
	| 'monitorRun'
	| 'monitorChecks'
	| 'monitorCheck';

type Handler = Route['handle'];

const one = '/v2/monitor/([^/]+)';

/** Section G. */
export function monitorRoutes(
	core: ServiceCore,
	monitors: Monitors,
): Array<Route<MonitorRouteName>> {
	const shown = (monitor: Monitor) => monitorAnswer(monitor, monitors.current(monitor), core.now());
	const success = (data: unknown, more = {}) => ({
		status: 200,
		json: { success: true, ...more, data },
	});
	const monitorOf = ({ params, team }: RouteRequest) =>
		monitors.find(idOf(params[0], 'monitorId'), team);
	const checkOf = (request: RouteRequest): [Monitor, MonitorCheck] => {
		const monitor = monitorOf(request);
		const id = idOf(request.params[1], 'checkId');
		const check = monitors.checksOf(monitor).find((each) => each.id === id);
		if (!check) throw new ServiceError(404, 'Check not found');
		return [monitor, check];
	};
	/** Everything about monitors is kept in a database. Checks that are due come first. */
	const handler =
		(handle: Handler): Handler =>
		(request) => {
			if (core.isSelfHosted) throw core.crash();
			monitors.beginDue();
			return inServiceWords(() => handle(request));
		};
	return [
		{
			name: 'monitorCreate',
			group: 'crawlStarts',
			method: 'POST',
			path: /^\/v2\/monitor\/?$/,
			handle: handler(({ body, team }) => {
				if (core.zeroDataRetention) throw new ServiceError(400, NOT_WITHOUT_RETENTION);
				checkPageBody(core, createRule, body);
				core.credits.demand(team);
				return success(shown(monitors.create(body as MonitorRequest, team)));
			}),
		},
		{
			name: 'monitorList',
			group: 'crawlReads',
			method: 'GET',
			path: /^\/v2\/monitor\/?$/,
			handle: handler(({ query, team }) => success(partOf(monitors.of(team), query).map(shown))),
		},
		{
			name: 'monitorGet',
			group: 'crawlReads',
			method: 'GET',
			path: pathOf(''),
			handle: handler((request) => success(shown(monitorOf(request)))),
		},
		{
			name: 'monitorUpdate',
			group: 'crawlStarts',
			method: 'PATCH',
			path: pathOf(''),
			handle: handler((request) => {
				const monitor = monitorOf(request);
				checkPageBody(core, updateRule, request.body ?? {});
				monitors.update(monitor, request.body as MonitorChanges);
				return success(shown(monitor));
			}),
		},
		{
			name: 'monitorDelete',
			group: 'crawlReads',
			method: 'DELETE',
			path: pathOf(''),
			handle: handler((request) => {
				monitors.remove(monitorOf(request));
				return { status: 200, json: { success: true } };
			}),
		},
		{
			name: 'monitorRun',
			group: 'crawlStarts',
			method: 'POST',
			path: pathOf('/run'),
			handle: handler((request) => {
				const monitor = monitorOf(request);
				if (monitor.status === 'paused') throw new ServiceError(409, PAUSED);
				const current = monitors.current(monitor);
				if (current) return { status: 409, json: alreadyRunning(current) };
				core.credits.demand(request.team);
				const check = monitors.begin(monitor);
				return success(checkAnswer(check, monitor), { id: check.id });
			}),
		},
		{
			name: 'monitorChecks',
			group: 'crawlReads',
			method: 'GET',
			path: pathOf('/checks'),
			handle: handler((request) => {
				const monitor = monitorOf(request);
				const status = request.query.get('status');
				const checks = monitors
					.checksOf(monitor)
					.filter((check) => status === null || check.status === status);
				return success(partOf(checks, request.query).map((check) => checkAnswer(check, monitor)));
			}),
		},
		{
			name: 'monitorCheck',
			group: 'crawlReads',
			method: 'GET',
			path: pathOf('/checks/([^/]+)'),
			handle: handler((request) => {
				const [monitor, check] = checkOf(request);
				const { limit, skip, status } = pageQuery(request.query);
				const pages = check.pages.filter((page) => status === null || page.status === status);
				const part = pages.slice(skip, skip + limit).map(pageAnswer);
				const following = new URLSearchParams({
					skip: String(skip + limit),
					limit: String(limit),
					...(status === null ? {} : { status }),
				});
				const next =
					skip + limit < pages.length
						? {
								next: `${core.url()}/v2/monitor/${monitor.id}/checks/${check.id}?${following.toString()}`,
							}
						: {};
				return success({ ...checkAnswer(check, monitor), pages: part, ...next }, next);
			}),
		},
	];
}

const PAUSED = 'Monitor is paused. Resume it before running a check.';
const NOT_WITHOUT_RETENTION =
	'Monitoring requires retained snapshots and diffs, and is not supported for zero data retention teams.';

function alreadyRunning({ id }: MonitorCheck): Record<string, unknown> {
	return { success: false, error: 'Monitor check is already running.', checkId: id };
}

function pathOf(part: string): RegExp {
	return new RegExp(`^${one}${part}/?$`);
}

/** What a schedule is refused for carries no code (recorded). */
function inServiceWords<Result>(handle: () => Result): Result {
	try {
		return handle();
	} catch (error) {
		throw error instanceof ScheduleError ? new ServiceError(400, error.message) : error;
	}
}

function idOf(value: string | undefined, name: string): string {
	if (value !== undefined && uuid.test(value)) return value.toLowerCase();
	throw badRequest({ code: 'invalid_format', path: [name], message: 'Invalid UUID' });
}

function partOf<Entry>(entries: Entry[], query: URLSearchParams): Entry[] {
	const offset = numberIn(query, 'offset', 0, 0, Infinity);
	return entries.slice(offset, offset + numberIn(query, 'limit', 25, 1, 100));
}

function pageQuery(query: URLSearchParams): { limit: number; skip: number; status: string | null } {
	return {
		limit: numberIn(query, 'limit', 25, 1, 100),
		skip: numberIn(query, 'skip', 0, 0, Infinity),
		status: query.get('status'),
	};
}

function numberIn(
	query: URLSearchParams,
	name: string,
	absent: number,
	min: number,
	max: number,
): number {
	const value = Number(query.get(name) ?? absent);
	if (Number.isInteger(value) && value >= min && value <= max) return value;
	throw badRequest({ code: 'invalid_value', path: [name], message: 'Invalid input' });
}

function badRequest(detail: Record<string, unknown>): ServiceError {
	return new ServiceError(400, 'Bad Request', { code: 'BAD_REQUEST', details: [detail] });
}
