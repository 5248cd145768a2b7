/**
 * A server of its own process with the results of one crawl, made beforehand: what it gives costs it
 * nothing, so that only who reads is measured. Prints its address.
 */
import { createServer } from 'node:http';

import { listen } from '../sandbox/service/http/listening.ts';

const PAGE_SIZE = 100;
const ADDRESS = 'http://other.example/v2/crawl/id';
const TEXT = 'A parcel that is weighed twice is never sent to the wrong floor.\n';

const [count = 0, bytes = 0] = process.argv.slice(2).map(Number);

const markdown = TEXT.repeat(Math.ceil(bytes / TEXT.length)).slice(0, bytes);

function documentOf(number: number): string {
	const scrapeId = `0190c6f1-6c2b-7d3e-8a4f-${String(number).padStart(12, '0')}`;
	const url = `https://example.com/page/${number}`;
	const metadata = { title: `Page ${number}`, sourceURL: url, url, statusCode: 200, scrapeId };
	return JSON.stringify({ markdown: `# Page ${number}\n${markdown}`, metadata });
}

function resultPage(skip: number, limit: number): Buffer {
	const end = Math.min(count, skip + limit);
	const documents = Array.from({ length: end - skip }, (_, index) => documentOf(skip + index));
	const state = JSON.stringify({
		success: true,
		status: 'completed',
		total: count,
		completed: count,
		creditsUsed: count,
		...(end < count && { next: `${ADDRESS}?skip=${end}` }),
	});
	return Buffer.from(`${state.slice(0, -1)},"data":[${documents.join()}]}`);
}

const pages = Array.from({ length: Math.ceil(count / PAGE_SIZE) }, (_, index) =>
	resultPage(index * PAGE_SIZE, PAGE_SIZE),
);
const onePage = resultPage(0, 1);

const server = createServer(({ url = '' }, response) => {
	response.setHeader('content-type', 'application/json');
	const { pathname, searchParams } = new URL(url, 'http://localhost');
	if (pathname.endsWith('/errors')) response.end('{"errors":[],"robotsBlocked":[]}');
	else if (searchParams.get('limit') === '1') response.end(onePage);
	else response.end(pages[Number(searchParams.get('skip')) / PAGE_SIZE]);
});

console.log(`http://127.0.0.1:${await listen(server, 0)}`);
