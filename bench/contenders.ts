import { n8nNodesFolder } from './paths.ts';
import type { Chain } from './n8n.ts';

/** The key that the stand-in accepts. */
export const KEY = 'sandbox-key';

export const CONTENDERS = ['pack', 'httpRequest', 'vendor'] as const;
export type Contender = (typeof CONTENDERS)[number];

export const TITLES: Record<Contender | 'floor', string> = {
	pack: '(a) this pack',
	httpRequest: '(b) HTTP Request + Split Out',
	vendor: "(c) vendor's node + Split Out",
	floor: '(d) axios + JSON.parse',
};

/** The contenders that can run here; n8n's own nodes come with n8n. */
export function presentContenders(): Contender[] {
	if (n8nNodesFolder() !== undefined) return [...CONTENDERS];
	console.error(
		'n8n is not installed here, so its HTTP Request node is left out: `npm start` or `npm run test:e2e` installs it.',
	);
	return CONTENDERS.filter((contender) => contender !== 'httpRequest');
}

const SPLIT_OUT: Chain['nodes'][number] = {
	type: 'n8n-nodes-base.splitOut',
	typeVersion: 1,
	parameters: { fieldToSplitOut: 'links' },
};

/** How a user would map a website with each of them, an item for each link. */
export function mapChain(
	contender: Contender,
	serviceUrl: string,
	url: string,
	limit: number,
): Chain {
	return CHAINS[contender](serviceUrl, url, limit);
}

const CHAINS: Record<Contender, (serviceUrl: string, url: string, limit: number) => Chain> = {
	pack: (serviceUrl, url, limit) => ({
		nodes: [
			{
				type: 'n8n-nodes-web-data.webData',
				typeVersion: 1,
				parameters: { resource: 'website', operation: 'map', url, maxLinks: limit },
			},
		],
		credential: 'webDataApi',
		credentials: { apiKey: KEY, baseUrl: serviceUrl },
	}),
	httpRequest: (serviceUrl, url, limit) => ({
		nodes: [
			{
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				parameters: {
					method: 'POST',
					url: `${serviceUrl}/v2/map`,
					authentication: 'genericCredentialType',
					genericAuthType: 'httpBearerAuth',
					sendBody: true,
					specifyBody: 'keypair',
					contentType: 'json',
					bodyParameters: {
						parameters: [
							{ name: 'url', value: url },
							{ name: 'limit', value: `={{ ${limit} }}` },
						],
					},
				},
			},
			SPLIT_OUT,
		],
		credential: 'httpBearerAuth',
		credentials: { token: KEY },
	}),
	vendor: (serviceUrl, url, limit) => ({
		nodes: [
			{
				type: '@mendable/n8n-nodes-firecrawl.firecrawl',
				typeVersion: 1,
				parameters: { resource: 'MapSearch', operation: 'map', url, limit, timeout: 60_000 },
			},
			SPLIT_OUT,
		],
		credential: 'firecrawlApi',
		credentials: { apiKey: KEY, baseUrl: `${serviceUrl}/v2` },
	}),
};
