import type { ServiceCore } from '../core.ts';
import { ServiceError } from '../http/serviceError.ts';
import type { Rule } from '../http/validation.ts';
import { rulesFromPrompt } from './promptedRules.ts';
import type { CrawlRequest, CrawlRules } from './rules.ts';

/** A crawl's options as the list of active crawls shows them, with the service's defaults. */
export function shownOptions(request: CrawlRequest): Record<string, unknown> {
	return {
		...shownRules(request),
		scrapeOptions: { onlyMainContent: true, formats: ['markdown'], ...request.scrapeOptions },
	};
}

function shownRules(rules: CrawlRules): Record<string, unknown> {
	return {
		includePaths: rules.includePaths ?? [],
		excludePaths: rules.excludePaths ?? [],
		...(rules.maxDiscoveryDepth === undefined
			? {}
			: { maxDiscoveryDepth: rules.maxDiscoveryDepth }),
		limit: rules.limit ?? 10_000,
		crawlEntireDomain: rules.crawlEntireDomain ?? false,
		allowExternalLinks: rules.allowExternalLinks ?? false,
		allowSubdomains: rules.allowSubdomains ?? false,
		ignoreRobotsTxt: rules.ignoreRobotsTxt ?? false,
		sitemap: rules.sitemap ?? 'include',
		deduplicateSimilarURLs: rules.deduplicateSimilarURLs ?? true,
		ignoreQueryParameters: rules.ignoreQueryParameters ?? false,
		regexOnFullURL: rules.regexOnFullURL ?? false,
	};
}

/** The answer of params-preview. Throws 400 for a bad body, and where there is no model. */
export function preview(core: ServiceCore, rule: Rule, body: unknown): Record<string, unknown> {
	const problems = rule(body ?? {}, []);
	if (problems.length > 0) {
		const texts = problems.map(({ message }) => message).join(', ');
		throw new ServiceError(400, `Invalid request parameters: ${texts}`, { code: 'BAD_REQUEST' });
	}
	const { url, prompt } = body as { url: string; prompt: string };
	if (core.deployment !== 'hosted')
		throw new ServiceError(
			400,
			'Failed to process natural language prompt. Please try rephrasing.',
		);
	const rules = shownRules(rulesFromPrompt(prompt));
	delete rules['regexOnFullURL'];
	// `maxDepth` is no field of a crawl: what is answered must not be sent on as it is.
	return { success: true, data: { url, maxDepth: 10, ...rules } };
}
