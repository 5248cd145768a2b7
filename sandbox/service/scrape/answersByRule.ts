/** What stands in the warning of an answer that a language model would have given. */
export const BY_RULE =
	'Answered by rule from the words of the page: this server has no language model.';

const HIGHLIGHTS = 3;

/** The sentence of the page that shares most words with the question. */
export function answerTo(question: string, markdown: string): string {
	return bestOf(sentencesOf(markdown), question, 1)[0] ?? 'The page does not say.';
}

/** The sentences that share most words with the query, in the page's order. */
export function highlightsFor(query: string, markdown: string): string {
	const sentences = sentencesOf(markdown);
	const best = bestOf(sentences, query, HIGHLIGHTS);
	return sentences.filter((sentence) => best.includes(sentence)).join('\n');
}

/** The first sentences of the page. */
export function summaryOf(markdown: string): string {
	return sentencesOf(markdown).slice(0, HIGHLIGHTS).join(' ');
}

function sentencesOf(markdown: string): string[] {
	return plainText(markdown)
		.split(/\n+|(?<=[.!?])\s+/)
		.map((sentence) => sentence.trim())
		.filter((sentence) => /\w/.test(sentence));
}

/** Markdown without its marks. */
export function plainText(markdown: string): string {
	return markdown
		.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replace(/^[=-]{2,}$/gm, '')
		.replace(/^\s*(#+|[-*>]|\d+\.)\s+/gm, '')
		.replace(/[*_`]+/g, '')
		.replace(/\|/g, ' ');
}

function bestOf(sentences: string[], query: string, count: number): string[] {
	const words = wordsOf(query);
	return sentences
		.map((sentence) => ({ sentence, score: common(words, wordsOf(sentence)) }))
		.filter(({ score }) => score > 0)
		.sort((one, other) => other.score - one.score)
		.slice(0, count)
		.map(({ sentence }) => sentence);
}

function wordsOf(text: string): Set<string> {
	return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);
}

function common(one: Set<string>, other: Set<string>): number {
	return [...one].filter((word) => other.has(word)).length;
}
