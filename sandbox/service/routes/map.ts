import { randomUUID } from 'node:crypto';

import type { Credits } from '../credits.ts';
import type { SiteMapper } from '../map/siteMapper.ts';
import type { ServiceOptions } from '../options.ts';
import { mapRequestRule, type MapRequest } from '../requestBodies.ts';
import type { Route } from '../route.ts';
import { ServiceError } from '../serviceError.ts';
import { checkThreatProtection } from '../threatProtection.ts';
import { refuse } from '../validation.ts';

const CREDITS_PER_MAP = 1;
const CREDITS_PER_ANALYSED_URL = 2;

type MapOptions = Required<Pick<ServiceOptions, 'threatProtection' | 'linksAs'>>;

export function mapRoutes(mapper: SiteMapper, credits: Credits, options: MapOptions): Route[] {
	return [
		{
			name: 'map',
			method: 'POST',
			path: /^\/v2\/map\/?$/,
			async handle({ team, body, signal }) {
				refuse(mapRequestRule(body, []));
				const request = body as MapRequest;
				checkThreatProtection(options.threatProtection, request);
				credits.demand(team);
				const timeout = request.timeout && AbortSignal.timeout(request.timeout);
				const links = await mapper
					.map(request, timeout ? AbortSignal.any([signal, timeout]) : signal)
					.catch((error: unknown) => {
						throw timeout && timeout.aborted ? new ServiceError(408, 'Request Timeout') : error;
					});
				const analysed = request.threatProtection?.mode === 'normal' ? 1 : 0;
				credits.spend(team, CREDITS_PER_MAP + analysed * CREDITS_PER_ANALYSED_URL);
				return {
					status: 200,
					json: {
						success: true,
						id: randomUUID(),
						links: options.linksAs === 'strings' ? links.map(({ url }) => url) : links,
					},
				};
			},
		},
	];
}
