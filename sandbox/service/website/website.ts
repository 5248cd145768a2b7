import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { sendAnswer, type Answer } from '../http/answer.ts';
import { renderPage } from './html.ts';
import { BROKEN, largeSite } from './largeSite.ts';
import { blogPages, docsPages, type Page } from './pages.ts';
import {
	blogSitemap,
	countedSitemap,
	docsSitemap,
	robotsTxt,
	type SiteFile,
} from './sitemapFiles.ts';

/**
 * The sandbox website, by the host that is asked for:
 *
 *   localhost                the documentation, 1,200 pages and a few more
 *   blog.localhost           its blog
 *   links-100000.localhost   a site with that many pages
 *   large-10000.localhost    a site with that many pages of 20 kB, some of its links dead
 *   slow-2000.localhost      a site of which every page takes that many milliseconds
 */
export function createWebsite(): Server {
	return createServer((request, response) => {
		const address = `http://${request.headers.host ?? 'localhost'}${request.url ?? '/'}`;
		answerVisitor(address)
			.then((answer) => sendAnswer(response, answer))
			.catch(() => response.destroy());
	});
}

async function answerVisitor(address: string): Promise<Answer> {
	if (!URL.canParse(address)) return { status: 400, body: 'Bad request' };
	const url = new URL(address);
	const [, kind, amount] = /^(links|slow|large)-(\d+)\.localhost$/.exec(url.hostname) ?? [];
	if (kind === 'slow') await sleep(Number(amount));
	const file = fileAt(url, kind, Number(amount));
	return file
		? { status: 200, headers: { 'content-type': file.contentType }, body: file.body }
		: { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>Not found</h1>' };
}

/** Throws for a page that breaks the connection. */
function fileAt(url: URL, kind: string | undefined, amount: number): SiteFile | undefined {
	if (kind === 'links') return countedSite(url, amount);
	if (kind === 'slow') return countedSite(url, 1);
	if (kind === undefined) return url.hostname === 'blog.localhost' ? blogSite(url) : docsSite(url);
	const file = largeSite(url, amount);
	if (file === BROKEN) throw new Error('This page breaks the connection');
	return file;
}

function docsSite(url: URL): SiteFile | undefined {
	const blog = url.hostname === 'localhost' ? `http://blog.${url.host}` : undefined;
	if (url.pathname === '/robots.txt')
		return robotsTxt([
			'User-agent: *',
			'Disallow: /internal/',
			`Sitemap: ${url.origin}/sitemap_index.xml`,
			...(blog ? [`Sitemap: ${blog}/sitemap.xml`] : []),
		]);
	const page = docsPages.get(url.pathname + url.search);
	if (!page) return docsSitemap(url.pathname, url.origin);
	return html(page, docsPages, page.path === '/' && blog ? [`${blog}/`] : []);
}

function blogSite(url: URL): SiteFile | undefined {
	if (url.pathname === '/robots.txt')
		return robotsTxt(['User-agent: *', 'Allow: /', `Sitemap: ${url.origin}/sitemap.xml`]);
	if (url.pathname === '/sitemap.xml') return blogSitemap(url.origin);
	const page = blogPages.get(url.pathname);
	return page && html(page, blogPages, []);
}

/** Has no robots.txt, so its sitemap is found at the customary place. */
function countedSite(url: URL, count: number): SiteFile | undefined {
	const number = Number(/^\/pages\/(\d+)$/.exec(url.pathname)?.[1] ?? count);
	if (url.pathname !== '/' && number >= count)
		return countedSitemap(url.pathname, url.origin, count);
	const title = url.pathname === '/' ? `A site of ${count} pages` : `Page ${number}`;
	return html({ path: url.pathname, title, description: title, links: ['/'] }, new Map(), []);
}

function html(page: Page, site: Map<string, Page>, extraLinks: string[]): SiteFile {
	return {
		contentType: 'text/html; charset=utf-8',
		body: renderPage(page, extraLinks, (link) => site.get(link)),
	};
}
