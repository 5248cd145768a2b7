/** What becomes of addresses with a query: they are returned, not returned, or without their query. */
export type Queries = 'kept' | 'leftOut' | 'takenOff';

/** Which addresses belong to the site that is mapped, and how an address is written. */
export class SiteScope {
	readonly #host: string;
	readonly #port: string;
	readonly #includeSubdomains: boolean;
	readonly #queries: Queries;

	constructor(start: string, options: { includeSubdomains: boolean; queries: Queries }) {
		const url = new URL(start);
		this.#host = withoutWww(url.hostname);
		this.#port = effectivePort(url);
		this.#includeSubdomains = options.includeSubdomains;
		this.#queries = options.queries;
	}

	/** The address in normal form, without its fragment; undefined if it is not to be returned. */
	accept(link: string, base?: string): string | undefined {
		if (!URL.canParse(link, base)) return undefined;
		const url = new URL(link, base);
		if (!/^https?:$/.test(url.protocol) || effectivePort(url) !== this.#port) return undefined;
		if (this.#queries === 'leftOut' && url.search !== '') return undefined;
		const host = withoutWww(url.hostname);
		const isSubdomain = this.#includeSubdomains && host.endsWith(`.${this.#host}`);
		if (host !== this.#host && !isSubdomain) return undefined;
		url.hash = '';
		if (this.#queries === 'takenOff') url.search = '';
		return url.href;
	}
}

function withoutWww(hostname: string): string {
	return hostname.replace(/^www\./, '');
}

/** http and https on their usual ports are one site; other ports keep sites apart. */
function effectivePort(url: URL): string {
	return url.port || 'usual';
}
