import type { CrawlRules } from './rules.ts';

/** What a model would read from a prompt, by rule: a number of pages, sections, what to leave out. */
export function rulesFromPrompt(prompt: string): CrawlRules {
	const limit = Number(/\b(\d{1,5})\s+(?:pages|results)\b/i.exec(prompt)?.[1] ?? NaN);
	const included = wordsAfter(prompt, /\b(?:only|just)\b/i);
	const excluded = wordsAfter(prompt, /\b(?:except|without|not|skip|ignore)\b/i);
	return {
		...(included.length > 0 ? { includePaths: included.map(pathOf) } : {}),
		...(excluded.length > 0 ? { excludePaths: excluded.map(pathOf) } : {}),
		...(Number.isNaN(limit) ? {} : { limit }),
		...(/\bsubdomains?\b/i.test(prompt) ? { allowSubdomains: true } : {}),
	};
}

/** The first word that follows and could be a section's name. */
function wordsAfter(prompt: string, trigger: RegExp): string[] {
	const found = trigger.exec(prompt);
	if (!found) return [];
	const words = prompt.slice(found.index + found[0].length).match(/[a-z][\w-]+/gi) ?? [];
	return words.filter((word) => !NO_SECTION.test(word)).slice(0, 1);
}

const NO_SECTION = /^(the|of|and|pages?|sections?|everything|about|in|a|an|any)$/i;

function pathOf(section: string): string {
	return `^/${section.toLowerCase()}(/.*)?$`;
}
