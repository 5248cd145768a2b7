import robotsParserModule from 'robots-parser';

import { fetchPage, USER_AGENT, type Hosts } from '../map/fetchPage.ts';

// The package is CommonJS and exports the function itself; its types claim a default export.
const robotsParser = robotsParserModule as unknown as typeof robotsParserModule.default;

type RobotsFile = ReturnType<typeof robotsParser>;

/** The robots.txt of each site that a crawl comes to, read once. */
export class Robots {
	readonly #hosts: Hosts;
	readonly #userAgent: string;
	readonly #signal: AbortSignal;
	readonly #files = new Map<string, Promise<RobotsFile>>();

	constructor(hosts: Hosts, userAgent: string | undefined, signal: AbortSignal) {
		this.#hosts = hosts;
		this.#userAgent = userAgent ?? USER_AGENT;
		this.#signal = signal;
	}

	async allows(url: string): Promise<boolean> {
		return (await this.#fileFor(url)).isAllowed(url, this.#userAgent) !== false;
	}

	/** The sitemaps that a site's robots.txt names, else the customary place. */
	async sitemaps(url: string): Promise<string[]> {
		const named = (await this.#fileFor(url)).getSitemaps();
		const usable = named.filter((address) => URL.canParse(address));
		return usable.length > 0 ? usable : [new URL('/sitemap.xml', url).href];
	}

	#fileFor(url: string): Promise<RobotsFile> {
		const address = new URL('/robots.txt', url).href;
		const known = this.#files.get(address);
		if (known) return known;
		const read = fetchPage(address, this.#hosts, this.#signal).then((page) =>
			robotsParser(address, page?.text ?? ''),
		);
		this.#files.set(address, read);
		return read;
	}
}
