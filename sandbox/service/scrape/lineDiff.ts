export interface LineDiff {
	/** In the unified format. */
	text: string;
	json: { files: Array<{ from: null; to: null; chunks: DiffChunk[] }> };
}

export interface DiffChunk {
	content: string;
	changes: DiffLine[];
}

export interface DiffLine {
	type: 'add' | 'del' | 'normal';
	/** Of an added or deleted line, its number. */
	ln?: number;
	/** Of a line in both, its number before and after. */
	ln1?: number;
	ln2?: number;
	content: string;
}

/** Lines shown around what changed. */
const CONTEXT = 3;

/** The difference of two texts as one chunk: all from the first changed line to the last one. */
export function lineDiff(before: string, after: string): LineDiff {
	const [old, current] = [before.split('\n'), after.split('\n')];
	let start = 0;
	while (start < Math.min(old.length, current.length) && old[start] === current[start]) start += 1;
	let end = 0;
	const shortest = Math.min(old.length, current.length) - start;
	while (end < shortest && old.at(-1 - end) === current.at(-1 - end)) end += 1;

	const from = Math.max(0, start - CONTEXT);
	const kept = (lines: string[], first: number): DiffLine[] =>
		lines.map((line, index) => ({
			type: 'normal',
			ln1: first + index + 1,
			ln2: first + index + 1 + (first < start ? 0 : current.length - old.length),
			content: ` ${line}`,
		}));
	const oldEnd = old.length - end;
	const currentEnd = current.length - end;
	const changes: DiffLine[] = [
		...kept(old.slice(from, start), from),
		...old.slice(start, oldEnd).map((line, index): DiffLine => {
			return { type: 'del', ln: start + index + 1, content: `-${line}` };
		}),
		...current.slice(start, currentEnd).map((line, index): DiffLine => {
			return { type: 'add', ln: start + index + 1, content: `+${line}` };
		}),
		...kept(old.slice(oldEnd, oldEnd + CONTEXT), oldEnd),
	];
	const shown = Math.min(end, CONTEXT);
	const content = `@@ -${from + 1},${oldEnd + shown - from} +${from + 1},${currentEnd + shown - from} @@`;
	return {
		text: [content, ...changes.map((line) => line.content)].join('\n'),
		json: { files: [{ from: null, to: null, chunks: [{ content, changes }] }] },
	};
}
