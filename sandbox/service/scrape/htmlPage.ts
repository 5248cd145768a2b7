import { load, type CheerioAPI } from 'cheerio';

import { unknownError } from '../http/serviceError.ts';
import type { ScrapeOptions } from './scrapeRequest.ts';

/** What is no content on any page. */
const NEVER_CONTENT = 'head, script, style, noscript, template, iframe, meta, link';

/** What surrounds a page's main content, by element, role and the customary names. */
const AROUND_CONTENT = [
	'header, footer, nav, aside, [role=banner], [role=navigation], [role=contentinfo], [role=dialog]',
	'.header, .footer, .navbar, .navigation, .nav, .menu, .sidebar, .breadcrumbs, .social, .share',
	'.modal, .popup, .overlay, .cookie, .cookies, .ad, .ads, .advert, .widget, .language',
	'#header, #footer, #nav, #menu, #sidebar, #breadcrumbs, #modal, #cookie, #ad',
].join(', ');

/** Elements around content that hold the main element stay. */
const MAIN = 'main, #main, [role=main]';

/** A page's HTML: parsed once, read, and then cleaned. */
export class HtmlPage {
	readonly #$: CheerioAPI;
	/** What relative addresses are relative to. */
	readonly #base: string;

	/** @param url where the page is */
	constructor(html: string, url: string) {
		this.#$ = load(html);
		const base = this.#$('base[href]').attr('href') ?? '';
		this.#base = URL.canParse(base, url) ? new URL(base, url).href : url;
		this.#makeAbsolute();
	}

	get $(): CheerioAPI {
		return this.#$;
	}

	/** The addresses that the page links to, each once, in the page's order. */
	links(): string[] {
		return this.#values('a[href]', 'href').filter((address) =>
			/^(https?|mailto|tel):/.test(address),
		);
	}

	/** The addresses of the page's images, each once. */
	images(): string[] {
		return this.#values('img[src], picture source[src]', 'src');
	}

	/** The values of an attribute on the elements that a selector finds. */
	attributes(selector: string, attribute: string): string[] {
		return this.#find(selector)
			.toArray()
			.flatMap((element) => this.#$(element).attr(attribute) ?? []);
	}

	/** The absolute address for one that the page writes. */
	resolve(address: string): string {
		return URL.canParse(address, this.#base) ? new URL(address, this.#base).href : address;
	}

	/** Takes away what is not asked for. What is read afterwards is read from what is left. */
	clean(options: Pick<ScrapeOptions, 'includeTags' | 'excludeTags' | 'onlyMainContent'>): void {
		const $ = this.#$;
		if (options.includeTags?.length) {
			const chosen = this.#find(options.includeTags.join(', '));
			const outermost = chosen.filter((_, element) => !$(element).parents().is(chosen));
			$('body').empty().append(outermost.clone());
		}
		$(NEVER_CONTENT).remove();
		if (options.excludeTags?.length) this.#find(options.excludeTags.join(', ')).remove();
		if (options.onlyMainContent ?? true)
			$(AROUND_CONTENT)
				.not('body')
				.filter((_, element) => $(element).find(MAIN).length === 0)
				.remove();
	}

	html(): string {
		return this.#$.html();
	}

	bodyHtml(): string {
		return this.#$('body').html() ?? '';
	}

	#find(selector: string) {
		try {
			return this.#$(selector);
		} catch {
			// The service does not expect a selector that is none either.
			throw unknownError(false);
		}
	}

	#values(selector: string, attribute: string): string[] {
		return [...new Set(this.attributes(selector, attribute))];
	}

	#makeAbsolute(): void {
		const $ = this.#$;
		for (const [selector, attribute] of [
			['a[href]', 'href'],
			['img[src], source[src], video[src], audio[src]', 'src'],
		] as const)
			for (const element of $(selector).toArray()) {
				const address = $(element).attr(attribute) ?? '';
				if (!address.startsWith('#')) $(element).attr(attribute, this.resolve(address));
			}
	}
}
