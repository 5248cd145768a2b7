import { formatPatch, OMIT_HEADERS, structuredPatch, type StructuredPatchHunk } from 'diff';

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

/** The difference of two texts, line by line. */
export function lineDiff(before: string, after: string): LineDiff {
	const patch = structuredPatch('before', 'after', before, after, '', '', { context: CONTEXT });
	// Markdown ends without a line break, of which a patch would speak.
	for (const hunk of patch.hunks) hunk.lines = hunk.lines.filter((line) => !line.startsWith('\\'));
	return {
		text: formatPatch(patch, OMIT_HEADERS).trimEnd(),
		json: { files: [{ from: null, to: null, chunks: patch.hunks.map(chunkOf) }] },
	};
}

function chunkOf(hunk: StructuredPatchHunk): DiffChunk {
	const { oldStart, oldLines, newStart, newLines, lines } = hunk;
	let before = oldStart;
	let after = newStart;
	const changes = lines.map((content): DiffLine => {
		if (content.startsWith('-')) return { type: 'del', ln: before++, content };
		if (content.startsWith('+')) return { type: 'add', ln: after++, content };
		return { type: 'normal', ln1: before++, ln2: after++, content };
	});
	return { content: `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, changes };
}
