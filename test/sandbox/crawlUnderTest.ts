import type { ServiceOptions } from '../../sandbox/service/index.ts';
import { page, webSite, type WebSite } from './scrapeSite.ts';
import { serviceUnderTest } from './serviceUnderTest.ts';
import { urlset } from './siteUnderTest.ts';

/** What the status route answers. */
export interface Status {
	status: string;
	completed: number;
	total: number;
	warning?: string;
	data: Array<{ metadata: { url: string; sourceURL: string } }>;
}

export interface Errors {
	errors: Array<{ url: string; code: string }>;
	robotsBlocked: string[];
}

/** A page with these links. */
export function linking(...links: string[]): string {
	return page('Page', links.map((link) => `<a href="${link}">${link}</a>`).join(' '));
}

/** A site of three levels with a sitemap that names one page more. */
export async function smallSite(more: WebSite['files'] = {}): Promise<WebSite> {
	const site = await webSite({});
	site.files = {
		'/': linking('/a/', '/b/', 'http://other.example/', 'mailto:me@a.example', '/pic.png'),
		'/a/': linking('/a/1', '/a/2', '/a/1#part', '/a/1?page=2'),
		'/a/1': linking('/', '/a/deep'),
		'/a/1?page=2': linking('/'),
		'/a/2': linking('/secret/x'),
		'/a/deep': linking(),
		'/b/': linking('/b/index.html'),
		'/b/index.html': linking(),
		'/only-in-sitemap': linking(),
		'/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /secret/' },
		'/sitemap.xml': { type: 'application/xml', body: urlset(`${site.origin}/only-in-sitemap`) },
		...more,
	};
	return site;
}

/** A stand-in, a client, and what crawls to the end. */
export async function crawlService(options: ServiceOptions = {}) {
	const { service, client } = await serviceUnderTest(options);
	const ended = async (id: string): Promise<Status> => {
		for (;;) {
			const { data } = await client.get<Status>(`/v2/crawl/${id}?limit=1000`);
			if (data.status !== 'scraping') return data;
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
	};
	/** Crawls to the end: the paths of its pages in order, and what the errors route says. */
	const crawl = async (site: WebSite, body: object) => {
		const start = { url: `${site.origin}/`, ...body };
		const { data, status } = await client.post<{ id: string }>('/v2/crawl', start);
		if (status !== 200) throw new Error(JSON.stringify(data));
		const end = await ended(data.id);
		const { data: errors } = await client.get<Errors>(`/v2/crawl/${data.id}/errors`);
		const paths = end.data.map(({ metadata }) => metadata.url.replace(site.origin, '')).sort();
		return { id: data.id, end, errors, paths };
	};
	return { service, client, crawl };
}
