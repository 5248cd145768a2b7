import type { ServiceOptions } from '../../../sandbox/service/index.ts';
import { page, pdfOf, webSite } from '../scrapeSite.ts';

/** The websites that the open server was asked for. */
export async function websites(): Promise<ServiceOptions> {
	const robots = { type: 'text/plain', body: 'User-agent: *\nDisallow: /' };
	const acme = await webSite({
		'/': page('acme', '<p>Home</p>'),
		'/about': page('about', '<p>About</p>'),
		'/rich': page('Rich', '<main><h1>Rich</h1><p class="keep">Kept</p></main>'),
		'/echo': page('Echo', '<p>Echo</p>'),
		'/status/404': { status: 404, body: page('404', '<p>Status 404</p>') },
		'/moved': { location: '/about' },
		'/data.json': { type: 'application/json', body: '{"a":1}' },
		'/pic.png': { type: 'image/png', body: Buffer.from([1]) },
		'/tiny.pdf': { type: 'application/pdf', body: pdfOf('Tiny') },
		'/wait?ms=8000': { delay: 8000, body: page('late', '') },
	});
	const site = await webSite({ '/': page('site', '<a href="/sec/1/">1</a>') });
	const forbidden = await webSite({ '/robots.txt': robots, '/page': page('page', 'x') });
	const reset = await webSite({ '/': { broken: true } });
	const blocked = await webSite({ '/rich': page('Rich', '<p>Rich</p>') });
	return {
		hosts: {
			'acme.example.test': acme.origin,
			'site.example.test': site.origin,
			'forbidden.example.test': forbidden.origin,
			'blocked.example.test': blocked.origin,
			'reset.example.test': reset.origin,
			// Nothing listens there.
			'gone.example.test': 'http://127.0.0.1:9',
		},
	};
}
