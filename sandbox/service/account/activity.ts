import type { ServiceCore } from '../core.ts';
import { ServiceError } from '../http/serviceError.ts';
import type { Route } from '../http/route.ts';
import { endpoints, type Activity } from '../team/activity.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;

/** What the team did in the last 24 hours, newest first, page by page. The open server's last page says nothing of a next one. */
export function activity({ activities, deployment, isSelfHosted }: ServiceCore): Route<'activity'> {
	return {
		name: 'activity',
		group: 'account',
		method: 'GET',
		path: /^\/v2\/team\/activity\/?$/,
		handle({ team, query }) {
			if (isSelfHosted) throw new ServiceError(500, 'Failed to fetch activity.');
			const wanted = readEndpoint(query);
			const all = activities
				.recent(team)
				.filter(({ endpoint }) => wanted === null || endpoint === wanted);
			const first = all.findIndex((entry) => cursorOf(entry) === query.get('cursor')) + 1;
			const data = all.slice(first, first + readLimit(query));
			const last = data.at(-1);
			const atEnd = deployment === 'hosted' ? { cursor: null, has_more: false } : {};
			const hasMore = first + data.length < all.length;
			return {
				status: 200,
				json: {
					success: true,
					data: data.map(shown),
					...(last && hasMore ? { cursor: cursorOf(last), has_more: true } : atEnd),
				},
			};
		},
	};
}

/** Throws 400 for an endpoint that there is not. */
function readEndpoint(query: URLSearchParams): string | null {
	const endpoint = query.get('endpoint');
	const isKnown = endpoint === null || endpoints.some((known) => known === endpoint);
	if (isKnown) return endpoint;
	const names = endpoints.join(', ');
	throw new ServiceError(400, `Invalid endpoint filter. Must be one of: ${names}`);
}

/** A number outside its limits is taken as the nearest one within. */
function readLimit(query: URLSearchParams): number {
	const limit = Number.parseInt(query.get('limit') ?? '', 10);
	return Number.isNaN(limit) ? DEFAULT_LIMIT : Math.min(Math.max(1, limit), MAX_LIMIT);
}

function shown({ id, endpoint, createdAt, target }: Activity): Record<string, unknown> {
	return { id, endpoint, api_version: 'v2', created_at: databaseTime(createdAt), target };
}

/** Names the last entry of a page. */
function cursorOf({ id, createdAt }: Activity): string {
	return Buffer.from(`${databaseTime(createdAt)}:${id}`).toString('base64url');
}

/** Not ISO: as the service's database writes it. */
function databaseTime(time: number): string {
	return new Date(time).toISOString().replace('T', ' ').replace('Z', '+00');
}
