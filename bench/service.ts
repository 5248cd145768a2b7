import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

import { listen } from '../sandbox/service/http/listening.ts';
import { startService, type RateLimit } from '../sandbox/service/index.ts';

export interface ServiceSetup {
	/** A Map request whose `limit` is one of these is answered with so many links, made beforehand. */
	sizes?: number[];
	/** Of Map requests that are not answered so. */
	rateLimit?: RateLimit;
	/** Plan of a team that scrapes, with a website whose pages take their time. */
	scraping?: { limit: RateLimit; browsers: number; pageMs: number };
}

export interface RemoteService {
	url: string;
	websiteUrl: string;
	/** How many requests have arrived since this was last asked. */
	requestsSinceLast(): Promise<number>;
	stop(): void;
}

/**
 * Starts the stand-in in a process of its own, so that its work and memory are not measured with
 * that of the nodes.
 */
export async function startRemoteService(setup: ServiceSetup): Promise<RemoteService> {
	const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(setup)]);
	const kill = () => child.kill();
	process.once('exit', kill);
	const addresses = (await nextMessage(child)) as Pick<RemoteService, 'url' | 'websiteUrl'>;
	return {
		...addresses,
		async requestsSinceLast() {
			child.send('count');
			return Number(await nextMessage(child));
		},
		stop: () => {
			process.removeListener('exit', kill);
			kill();
		},
	};
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
	const [message] = (await once(child, 'message')) as [unknown];
	return message;
}

/** A Map answer of so many links, with titles and descriptions of the usual length. */
export function linksBody(count: number): Buffer {
	const links = Array.from({ length: count }, (_, number) => ({
		url: `https://docs.example.com/guides/section-${number % 97}/page-${number}`,
		title: `Page ${number}: how to set up part ${number % 13} of the product`,
		description: `What part ${number % 13} does, when it is needed, and the settings that matter most.`,
	}));
	return Buffer.from(JSON.stringify({ success: true, links }));
}

/** A website that answers every path with a page of its own, after so many milliseconds. */
async function slowWebsite(pageMs: number): Promise<string> {
	const server = createServer(({ url = '/' }, response) => {
		const page = `<html><head><title>${url}</title></head><body><p>Text of ${url}</p></body></html>`;
		setTimeout(() => response.setHeader('content-type', 'text/html').end(page), pageMs);
	});
	return `http://localhost:${await listen(server, 0)}`;
}

async function serve({ sizes = [], rateLimit, scraping }: ServiceSetup): Promise<void> {
	const service = await startService({
		rateLimits: {
			...(rateLimit && { map: rateLimit }),
			...(scraping && { scrapes: scraping.limit }),
		},
		maxConcurrency: scraping?.browsers,
	});
	const websiteUrl = scraping ? await slowWebsite(scraping.pageMs) : service.websiteUrl;
	for (const size of sizes) {
		service.orderFault({
			times: Infinity,
			body: (body) => (body as { limit?: unknown }).limit === size,
			answer: {
				status: 200,
				headers: { 'content-type': 'application/json; charset=utf-8' },
				body: linksBody(size),
			},
		});
	}
	let counted = 0;
	process.on('message', () => {
		const { length } = service.requests;
		process.send?.(length - counted);
		counted = length;
	});
	process.once('disconnect', () => process.exit());
	process.send?.({ url: service.url, websiteUrl });
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.send) {
	await serve(JSON.parse(process.argv[2] ?? '{}') as ServiceSetup);
}
