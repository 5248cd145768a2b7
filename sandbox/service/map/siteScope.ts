/** Which addresses belong to the site that is mapped, and how an address is written. */
export class SiteScope {
	readonly #host: string;
	readonly #port: string;
	readonly #includeSubdomains: boolean;
	readonly #ignoreQueryParameters: boolean;

	constructor(
		start: string,
		options: { includeSubdomains: boolean; ignoreQueryParameters: boolean },
	) {
		const url = new URL(start);
		this.#host = withoutWww(url.hostname);
		this.#port = effectivePort(url);
		this.#includeSubdomains = options.includeSubdomains;
		this.#ignoreQueryParameters = options.ignoreQueryParameters;
	}

	/** The address in normal form, without its fragment; undefined if it is not to be returned. */
	accept(link: string, base?: string): string | undefined {
		if (!URL.canParse(link, base)) return undefined;
		const url = new URL(link, base);
		if (!/^https?:$/.test(url.protocol) || effectivePort(url) !== this.#port) return undefined;
		if (this.#ignoreQueryParameters && url.search !== '') return undefined;
		const host = withoutWww(url.hostname);
		const isSubdomain = this.#includeSubdomains && host.endsWith(`.${this.#host}`);
		if (host !== this.#host && !isSubdomain) return undefined;
		url.hash = '';
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
