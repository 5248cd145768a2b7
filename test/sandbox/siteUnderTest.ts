import { createServer, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';

import { afterEach } from 'vitest';

import { listen, stopListening } from '../../sandbox/service/http/listening.ts';

const stops: Array<() => Promise<void>> = [];

afterEach(async () => {
	await Promise.all(stops.splice(0).map((stop) => stop()));
});

export interface Site {
	/** `http://localhost:{port}`; in files, `ORIGIN` stands for it and `HOST` for its host. */
	origin: string;
	/** Content by path, or by host and path (`blog.localhost/a`). May be changed at any time. */
	files: Record<string, string>;
	/** Paths asked for, in order. */
	visits: string[];
}

/** A website of its own on loopback, which answers 404 for all but the given files. */
export async function siteUnderTest(files: Record<string, string>): Promise<Site> {
	const site: Site = { origin: '', files, visits: [] };
	const server = createServer((request, response) => {
		const path = request.url ?? '/';
		site.visits.push(path);
		const hostname = (request.headers.host ?? '').replace(/:\d+$/, '');
		const content = site.files[hostname + path] ?? site.files[path];
		if (content === undefined) return void response.writeHead(404).end('nothing here');
		if (content.startsWith('redirect '))
			return void response.writeHead(302, { location: content.slice(9) }).end();
		const text = content
			.replaceAll('ORIGIN', site.origin)
			.replaceAll('HOST', site.origin.replace('http://', ''));
		response.setHeader('content-type', path.includes('.xml') ? 'application/xml' : 'text/html');
		response.end(path.endsWith('.gz') ? gzipSync(text) : text);
	});
	site.origin = await serverUnderTest(server);
	return site;
}

/** Lets any server listen until the test has ended; says at which origin. */
export async function serverUnderTest(server: Server): Promise<string> {
	stops.push(() => stopListening(server));
	return `http://localhost:${await listen(server, 0)}`;
}

export function urlset(...locations: string[]): string {
	const entries = locations.map((location) => `<url><loc>${location}</loc></url>`);
	return `<?xml version="1.0"?><urlset>${entries.join('')}</urlset>`;
}

export function sitemapIndex(...locations: string[]): string {
	const entries = locations.map((location) => `<sitemap><loc>${location}</loc></sitemap>`);
	return `<?xml version="1.0"?><sitemapindex>${entries.join('')}</sitemapindex>`;
}
