import { createServer } from 'node:http';

import type { Service, ServiceOptions } from '../../../sandbox/service/index.ts';
import { clientOf } from '../serviceUnderTest.ts';
import { serverUnderTest, siteUnderTest, urlset } from '../siteUnderTest.ts';
import type { Preparation } from './replay.ts';

const address = 'http://acme.example.test';

/** The websites that the open servers were asked for. */
async function websites(): Promise<ServiceOptions> {
	const pages = ['', '/about', '/pricing', '/docs/install'].map((path) => address + path);
	const acme = await siteUnderTest({ 'acme.example.test/sitemap.xml': urlset(...pages) });
	const slow = createServer((_request, response) => {
		const timer = setTimeout(() => response.end(), 6000);
		response.once('close', () => clearTimeout(timer));
	});
	const hosts = {
		'acme.example.test': acme.origin,
		'slow.example.test': await serverUnderTest(slow),
		// Nothing listens there.
		'nowhere.example.test': 'http://127.0.0.1:9',
	};
	return { hosts };
}

async function mapTenTimes(service: Service): Promise<undefined> {
	const client = clientOf(service, 'sandbox-key');
	for (let count = 0; count < 10; count++) await client.post('/v2/map', { url: 'x' });
}

const rateLimit: Preparation = {
	options: { rateLimits: { maps: { requests: 10, perSeconds: 60 } } },
	before: mapTenTimes,
};

/** What has to be prepared for a recorded request to Map, by its name. */
export const mapPreparations: Record<string, Preparation> = {
	'map: plain': { options: websites },
	'map: search': { options: websites },
	'map: sitemap skip': { options: websites },
	'map: ignoreQueryParameters false': { options: websites },
	'map: ignoreCache': { options: websites },
	'map: limit 1.5': { options: websites },
	'map: host that does not exist': { options: websites },
	'map: timeout 1000, website needs 6 s': { options: websites },
	'auth: no key': { authorization: null },
	'auth: Bearer without key': { authorization: 'Bearer' },
	'auth: malformed key': { authorization: 'Bearer other-key' },
	'auth: banned team': { options: { apiKeys: [{ key: 'sandbox-key', banned: true }] } },
	'auth: threat protection not enabled': { options: { threatProtection: 'disabled' } },
	'auth: no credits': { options: { planCredits: 0 } },
	'auth: 10 maps a minute, number 11': rateLimit,
};
