import type { ScrapeOptions } from './scrapeRequest.ts';

const PATTERNS: Record<string, RegExp> = {
	EMAIL: /[\w.+-]+@[\w-]+(\.[\w-]+)+/g,
	PHONE: /\+\d[\d ()/-]{6,}\d/g,
	FINANCIAL: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}\b|\b(?:\d{4}[ -]?){3}\d{4}\b/g,
	SECRET: /\b(?:sk|fc|ghp|xox[bp])[-_][\w-]{12,}/g,
};

/** The text without what looks like personal data of these kinds; by rule, so names stay. */
export function redact(markdown: string, redactPII: ScrapeOptions['redactPII']): string {
	if (!redactPII) return markdown;
	const options = redactPII === true ? {} : redactPII;
	const { entities = Object.keys(PATTERNS), replaceStyle = 'tag' } = options;
	return entities.reduce((text, entity) => {
		const pattern = PATTERNS[entity];
		if (!pattern) return text;
		return text.replace(pattern, (found) => {
			if (replaceStyle === 'remove') return '';
			return replaceStyle === 'mask' ? '*'.repeat(found.length) : `<${entity}>`;
		});
	}, markdown);
}
