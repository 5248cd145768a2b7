import { fileURLToPath } from 'node:url';

import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';

import { retryAtOnce } from '../retryAtOnce.ts';
import { tryOperation, type Cell, type OrderedFault } from './cell.ts';
import { tryPoll } from './pollCell.ts';
import { OPERATIONS, TRIGGER_ROUTES } from './subjects.ts';

/**
 * What a fault must come to: `retried`, sent again as often as allowed, and got over when it passes;
 * `fails`, at the first answer; `lost`, the same, and the error says that work may have begun;
 * `works`, as if nothing were.
 */
export type Verdict = 'retried' | 'fails' | 'lost' | 'works';

const COLUMNS = [...OPERATIONS, ...TRIGGER_ROUTES] as const;
type Column = (typeof COLUMNS)[number];

export interface Row extends OrderedFault {
	verdict: Verdict;
	/** Where it differs. */
	except?: Partial<Record<Column, Verdict>>;
}

/**
 * Tests every fault on every operation and on both routes of a poll, and holds the outcome as a
 * table in `tables/`.
 */
export function matrix(title: string, rows: Row[]): void {
	retryAtOnce();
	const lines: string[] = [];

	test.each(rows)(
		'$name',
		async (row) => {
			const cells = new Map<Column, Cell>();
			const fill = async (column: Column) => {
				cells.set(column, await tryColumn(column, row));
			};
			if (row.isHeavy) for (const column of COLUMNS) await fill(column);
			else await Promise.all(COLUMNS.map(fill));

			const verdicts = COLUMNS.map((column) => [column, verdictOf(cells.get(column))]);
			const wanted = COLUMNS.map((column) => [column, row.except?.[column] ?? row.verdict]);
			expect(Object.fromEntries(verdicts)).toEqual(Object.fromEntries(wanted));
			lines.push(
				line([row.name, ...COLUMNS.map((column) => cellText(cells.get(column))), saying(cells)]),
			);
		},
		60_000,
	);

	test('comes out as in the table', async () => {
		const head = [...COLUMNS.map(titleOf), 'What the user reads'];
		const text = [
			`# Faults: ${title}`,
			'Made by `npm test`; `npx vitest run test/engine/faults -u` writes it anew. Each operation has Max Attempts 2, a poll three.',
			'`retried 2`: sent twice, then failed; survived when the fault hit only once. `fails 1`: failed at the first answer, nothing else lost. `lost 1`: likewise, and the error says that the run may have begun and how to look for it. `works 1`: one request, as if nothing were.',
			[line([title, ...head]), line([title, ...head].map(() => '---')), ...lines].join('\n'),
		].join('\n\n');
		const file = fileURLToPath(
			new URL(`./tables/${title.replaceAll(' ', '-')}.md`, import.meta.url),
		);
		const style = { ...(await resolveConfig(file)), filepath: file };
		await expect(await format(text, style)).toMatchFileSnapshot(file);
	});
}

async function tryColumn(column: Column, row: Row): Promise<Cell> {
	return column === 'list' || column === 'status'
		? await tryPoll(column, row)
		: await tryOperation(column, row);
}

function verdictOf(cell: Cell | undefined): Verdict | 'untried' {
	if (!cell) return 'untried';
	if (cell.message === undefined) return 'works';
	if (cell.survivedOnce === true) return 'retried';
	return cell.mayHaveBegun === true ? 'lost' : 'fails';
}

function cellText(cell: Cell | undefined): string {
	return `${verdictOf(cell)} ${cell?.sent ?? ''}`;
}

function titleOf(column: Column): string {
	return column === 'list' || column === 'status' ? `trigger: ${column}` : column;
}

/** What the errors of a row say, ports and codes aside. */
function saying(cells: ReadonlyMap<Column, Cell>): string {
	const messages = [...cells.values()].flatMap(({ message }) => message ?? []);
	return [...new Set(messages)].join('; ').replaceAll(/http:\/\/[^ ;]*/g, 'http://…');
}

function line(cells: string[]): string {
	return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
