import { randomUUID } from 'node:crypto';

import type { ServiceCore } from '../core.ts';
import type { Route } from '../http/route.ts';
import { ServiceError } from '../http/serviceError.ts';
import { refuse } from '../http/validation.ts';
import { checkThreatProtection } from '../team/threatProtection.ts';
import { mapRequestRule, type MapRequest } from './rules.ts';
import { SiteMapper } from './siteMapper.ts';

const CREDITS_PER_MAP = 1;
const CREDITS_PER_ANALYSED_URL = 2;

export interface MapOptions {
	/** Older deployments list plain strings. Default: `objects`. */
	linksAs?: 'objects' | 'strings';
}

export function mapRoute(core: ServiceCore, { linksAs }: MapOptions): Route<'map'> {
	const mapper = new SiteMapper(core.now);
	return {
		name: 'map',
		group: 'pages',
		method: 'POST',
		path: /^\/v2\/map\/?$/,
		async handle({ team, body, signal }) {
			refuse(mapRequestRule(body, []));
			const request = body as MapRequest;
			checkThreatProtection(core.threatProtection, request);
			core.credits.demand(team);
			const timeout = request.timeout && AbortSignal.timeout(request.timeout);
			const links = await mapper
				.map(request, timeout ? AbortSignal.any([signal, timeout]) : signal)
				.catch((error: unknown) => {
					throw timeout && timeout.aborted ? new ServiceError(408, 'Request Timeout') : error;
				});
			const analysed = request.threatProtection?.mode === 'normal' ? 1 : 0;
			core.credits.spend(team, CREDITS_PER_MAP + analysed * CREDITS_PER_ANALYSED_URL);
			return {
				status: 200,
				json: {
					success: true,
					id: randomUUID(),
					links: linksAs === 'strings' ? links.map(({ url }) => url) : links,
				},
			};
		},
	};
}
