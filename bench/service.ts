import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

import { listen } from '../sandbox/service/http/listening.ts';
import { startService, type RateLimit, type Service } from '../sandbox/service/index.ts';

export interface ServiceSetup {
	/** A Map request whose `limit` is one of these is answered with so many links, made beforehand. */
	sizes?: number[];
	/** Of Map requests that are not answered so. */
	rateLimit?: RateLimit;
	/** Plan of a team that scrapes, with a website whose pages take their time. */
	scraping?: { limit: RateLimit; browsers: number; pageMs: number };
	/** Whether an upload is refused with 503 when it comes first, and its repetition is not. */
	refusesUploadsOnce?: boolean;
}

/** A file as it has arrived. */
export interface Upload {
	fileName: string;
	size: number;
	sha256: string;
	status: number;
}

export interface RemoteService {
	url: string;
	websiteUrl: string;
	/** How many requests have arrived since this was last asked. */
	requestsSinceLast(): Promise<number>;
	/** All files that were uploaded, in the order of their arrival. */
	uploads(): Promise<Upload[]>;
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
		async uploads() {
			child.send('uploads');
			return (await nextMessage(child)) as Upload[];
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

async function serve({
	sizes = [],
	rateLimit,
	scraping,
	refusesUploadsOnce,
}: ServiceSetup): Promise<void> {
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
	orderUploads(service, refusesUploadsOnce ?? false);
	let counted = 0;
	process.on('message', (question) => {
		if (question === 'uploads') {
			process.send?.(uploadsOf(service));
			return;
		}
		const { length } = service.requests;
		process.send?.(length - counted);
		counted = length;
	});
	process.once('disconnect', () => process.exit());
	process.send?.({ url: service.url, websiteUrl });
}

/** Every upload is answered, however large; the first of each file by 503 where that is wanted. */
function orderUploads(service: Service, refusesOnce: boolean): void {
	const seen = new Set<string>();
	const isNew = (body: unknown): boolean => {
		const sha256 = fileOf(body)?.sha256 ?? '';
		const isFirst = !seen.has(sha256);
		seen.add(sha256);
		return isFirst;
	};
	const always = { method: 'POST', path: '/v2/parse', times: Infinity };
	if (refusesOnce) {
		const json = { success: false, error: 'Service Unavailable' };
		service.orderFault({ ...always, body: isNew, answer: { status: 503, json } });
	}
	const json = { success: true, data: { markdown: 'Read.' } };
	service.orderFault({ ...always, answer: { status: 200, json } });
}

function uploadsOf({ requests }: Service): Upload[] {
	return requests.flatMap(({ body, status = 0 }) => {
		const file = fileOf(body);
		return file ? [{ ...file, status }] : [];
	});
}

function fileOf(body: unknown): Omit<Upload, 'status'> | undefined {
	const parts = Array.isArray(body) ? (body as Array<Upload & { name: string }>) : [];
	const file = parts.find(({ name }) => name === 'file');
	return file && { fileName: file.fileName, size: file.size, sha256: file.sha256 };
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.send) {
	await serve(JSON.parse(process.argv[2] ?? '{}') as ServiceSetup);
}
