import type { Judgment, PageDiff } from './monitor.ts';

/** Judges whether a change matters to a goal. */
export type Judge = (goal: string, change: { url: string; diff: PageDiff | null }) => Judgment;

const PART_OF_SPEECH = new Set(['about', 'changes', 'tell', 'when', 'whenever', 'with', 'that']);

/**
 * A judge without a language model: a change matters when a changed line, or a changed field's name,
 * has a word of the goal; a page as a whole always does.
 */
export const judgeByRule: Judge = (goal, { diff }) => {
	const lines = changedLines(diff);
	const words = (goal.toLowerCase().match(/\p{L}{4,}/gu) ?? [])
		.filter((word) => !PART_OF_SPEECH.has(word))
		.map((word) => word.replace(/s$/, ''));
	const telling = lines.filter(({ text }) =>
		words.some((word) => text.toLowerCase().includes(word)),
	);
	const meaningful = diff === null || telling.length > 0;
	return {
		meaningful,
		confidence: 'medium',
		reason: meaningful
			? 'A changed line has a word of the goal.'
			: 'No changed line has a word of the goal.',
		meaningfulChanges: telling.map(({ type, text }) => ({
			type,
			before: type === 'removed' ? text : null,
			after: type === 'added' ? text : null,
			reason: 'The line has a word of the goal.',
		})),
	};
};

function changedLines(diff: PageDiff | null): Array<{ type: 'added' | 'removed'; text: string }> {
	if (diff?.text !== undefined)
		return diff.text
			.split('\n')
			.filter((line) => /^[+-]/.test(line))
			.map((line) => ({ type: line.startsWith('+') ? 'added' : 'removed', text: line.slice(1) }));
	return Object.entries(diff?.json ?? {}).map(([path, values]) => ({
		type: 'added',
		text: `${path}: ${JSON.stringify(values)}`,
	}));
}
