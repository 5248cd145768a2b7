import { randomUUID } from 'node:crypto';

import type { ServiceCore } from '../core.ts';
import type { Deployment } from '../deployment.ts';
import type { Answer } from '../http/answer.ts';
import type { Route } from '../http/route.ts';
import { ServiceError } from '../http/serviceError.ts';
import { withScheme } from '../http/webAddress.ts';
import type { MappedLink } from './mappedLink.ts';
import { noLinksWarning, openLinks } from './openAnswer.ts';
import { mapRequestRules, type MapRequest } from './rules.ts';
import { SiteMapper } from './siteMapper.ts';

const CREDITS_PER_MAP = 1;
const CREDITS_PER_ANALYSED_URL = 2;

/** An open server gives sitemaps so long, if the request has no time-out. */
const SITEMAP_PATIENCE_MS = 30_000;

export interface MapOptions {
	/** Older deployments list plain strings. Default: `objects`. */
	linksAs?: 'objects' | 'strings';
	/** Milliseconds that an open server waits for sitemaps, if a request has no time-out. */
	sitemapPatience?: number;
}

const timeoutErrors: Record<Deployment, () => ServiceError> = {
	hosted: () => new ServiceError(408, 'Request Timeout'),
	open2026: () =>
		new ServiceError(
			408,
			'The map operation timed out before completing. This happens when discovering URLs on a large website takes too long. Try using a more specific starting URL, or increase the timeout parameter if available.',
			{ code: 'MAP_TIMEOUT' },
		),
	open2025: () => new ServiceError(408, 'Map timed out', { code: 'MAP_TIMEOUT' }),
};

/** `POST /v2/map`: a website's links. */
export function mapRoute(core: ServiceCore, options: MapOptions): Route<'map'> {
	const { deployment } = core;
	const mapper = new SiteMapper(core.now, core.hosts, {
		isOpenServer: deployment !== 'hosted',
		sitemapPatience: options.sitemapPatience ?? SITEMAP_PATIENCE_MS,
	});
	return {
		name: 'map',
		group: 'maps',
		method: 'POST',
		path: /^\/v2\/map\/?$/,
		async handle({ team, body, signal }) {
			core.checkBody(mapRequestRules[deployment], body);
			const asked = body as MapRequest;
			const request = { ...asked, url: withScheme(asked.url) };
			core.checkThreatProtection(request);
			core.credits.demand(team);
			const timeout = request.timeout && AbortSignal.timeout(request.timeout);
			const links = await mapper
				.map(request, timeout ? AbortSignal.any([signal, timeout]) : signal)
				.catch((error: unknown) => {
					throw timeout && timeout.aborted ? timeoutErrors[deployment]() : error;
				});
			const analysed = request.threatProtection?.mode === 'normal' ? 1 : 0;
			core.credits.spend(team, CREDITS_PER_MAP + analysed * CREDITS_PER_ANALYSED_URL);
			const id = randomUUID();
			core.activities.record({ id, team, endpoint: 'map', target: request.url });
			return mapAnswer(core, options, { id, request, links });
		},
	};
}

function mapAnswer(
	{ deployment }: ServiceCore,
	{ linksAs }: MapOptions,
	{ id, request, links }: { id: string; request: MapRequest; links: MappedLink[] },
): Answer {
	const told = deployment === 'hosted' ? links : openLinks(links);
	const isEmpty = told.length === 0 && request.sitemap !== 'skip';
	return {
		status: 200,
		json: {
			success: true,
			id: deployment === 'open2025' ? undefined : id,
			links: linksAs === 'strings' ? told.map(({ url }) => url) : told,
			warning: deployment === 'open2026' && isEmpty ? noLinksWarning(request.url) : undefined,
		},
	};
}
