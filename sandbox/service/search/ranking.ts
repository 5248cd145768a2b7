import type { FoundPage } from './pages.ts';

const TITLE_WEIGHT = 4;
const DESCRIPTION_WEIGHT = 2;

/** The pages that have a word of the query, those first that have more of them, and more in the title. */
export function ranked(pages: FoundPage[], query: string): FoundPage[] {
	const words = wordsOf(query);
	if (words.length === 0) return pages;
	return pages
		.map((page) => ({ page, score: relevance(page, words) }))
		.filter(({ score }) => score > 0)
		.sort((one, other) => other.score - one.score)
		.map(({ page }) => page);
}

function relevance({ title, description, text = '' }: FoundPage, words: string[]): number {
	const fields = [
		{ weight: TITLE_WEIGHT, words: new Set(wordsOf(title)) },
		{ weight: DESCRIPTION_WEIGHT, words: new Set(wordsOf(description)) },
		{ weight: 1, words: new Set(wordsOf(text)) },
	];
	return words.reduce(
		(sum, word) =>
			sum + fields.reduce((hits, field) => hits + (field.words.has(word) ? field.weight : 0), 0),
		0,
	);
}

function wordsOf(text: string): string[] {
	return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
