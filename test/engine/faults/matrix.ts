import { fileURLToPath } from 'node:url';

import { format, resolveConfig } from 'prettier';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { startService, type Service } from '../../../sandbox/service/index.ts';
import { takeOverTime } from '../fastTime.ts';
import { retryAtOnce } from '../retryAtOnce.ts';
import { answerRows } from './answerRows.ts';
import { SECRET, tryOperation, type Cell, type SubjectColumn } from './cell.ts';
import { CONNECTION_ROWS } from './connectionRows.ts';
import { ERROR_ROWS } from './errorRows.ts';
import { PAUSE_ROWS } from './pauseRows.ts';
import type { Row, Verdict } from './row.ts';

/** A column of a fault table: what is tried, by an operation or in another way. */
export type Column =
	| SubjectColumn
	| { isPoll: true; isStart?: false; tryRow: (row: Row) => Promise<Cell> };

interface MatrixOptions {
	/** Where a verdict differs, by the name of the row and then of the column. */
	except?: Record<string, Record<string, Verdict>>;
	/** Rows beside those that every operation is tried with. */
	moreRows?: Row[];
}

/** Where redirects lead: nothing may arrive there, least of all the key. */
let otherHost: Service | undefined;

/**
 * Tests every fault on each operation of a noun, and holds what comes of it as a table: the file
 * `faults.md` beside the test.
 *
 * @param testFile `import.meta.url` of the test
 * @param columns by their names in the table
 */
export function faultMatrix(
	testFile: string,
	columns: Record<string, Column>,
	{ except = {}, moreRows = [] }: MatrixOptions = {},
): void {
	const lines: string[] = [];
	const names = Object.keys(columns);

	beforeAll(async () => {
		otherHost = await startService({ apiKeys: [SECRET] });
	});

	afterAll(async () => {
		expect(otherHost?.requests).toEqual([]);
		await otherHost?.stop();
	});

	const rows = [
		...answerRows(() => otherHost?.url ?? ''),
		...CONNECTION_ROWS,
		...ERROR_ROWS,
		...PAUSE_ROWS,
		...moreRows,
	];

	const tryRow = async (row: Row): Promise<void> => {
		const cells = new Map<string, Cell>();
		const fill = async ([name, column]: [string, Column]) => {
			cells.set(
				name,
				'isPoll' in column ? await column.tryRow(row) : await tryOperation(column, row),
			);
		};
		if (row.isHeavy) for (const column of Object.entries(columns)) await fill(column);
		else await Promise.all(Object.entries(columns).map(fill));

		const verdicts = names.map((name) => [name, verdictOf(cells.get(name))]);
		const wanted = Object.entries(columns).map(([name, column]) => [
			name,
			except[row.name]?.[name] ?? wantedOf(row, column),
		]);
		expect(Object.fromEntries(verdicts)).toEqual(Object.fromEntries(wanted));
		lines.push(line([row.name, ...names.map((name) => cellText(cells.get(name))), saying(cells)]));
	};

	describe('A fault', () => {
		retryAtOnce();
		test.each(rows.filter(({ isWaitedFor }) => !isWaitedFor))('$name', tryRow, 60_000);
	});

	describe('A fault that is waited for', () => {
		beforeEach(takeOverTime);
		afterEach(() => {
			vi.useRealTimers();
		});
		test.each(rows.filter(({ isWaitedFor }) => isWaitedFor))('$name', tryRow, 60_000);
	});

	test('comes out as in the table', async () => {
		const head = ['Fault', ...names, 'What the user reads'];
		const text = [
			'# Faults',
			'Made by `npm test`, anew with `-u`. Each operation has Max Attempts 2, a poll three.',
			'`retried 2`: sent twice, then failed; survived when the fault hit only once. `fails 1`: failed at the first answer, nothing else lost. `lost 1`: likewise, and the error says that work may have begun and how to look for it. `works 1`: one request, as if nothing were.',
			[line(head), line(head.map(() => '---')), ...lines].join('\n'),
		].join('\n\n');
		const file = fileURLToPath(new URL('./faults.md', testFile));
		const style = { ...(await resolveConfig(file)), filepath: file };
		await expect(await format(text, style)).toMatchFileSnapshot(file);
	});
}

function wantedOf(row: Row, column: Column): Verdict {
	if ('isPoll' in column) return row.ofPoll ?? row.verdict;
	return (column.isStart ? row.ofStart : undefined) ?? row.verdict;
}

function verdictOf(cell: Cell | undefined): Verdict | 'untried' {
	if (!cell) return 'untried';
	if (cell.message === undefined) return 'works';
	if (cell.survivedOnce === true) return 'retried';
	return cell.mayHaveBegun === true ? 'lost' : 'fails';
}

/** How often a full plan is asked again depends on chance. */
const MOST_COUNTED = 4;

function cellText(cell: Cell | undefined): string {
	const sent = cell?.sent ?? 0;
	return `${verdictOf(cell)} ${sent > MOST_COUNTED ? 'often' : sent}`;
}

/** What the errors of a row say, ports and codes aside. */
function saying(cells: ReadonlyMap<string, Cell>): string {
	const messages = [...cells.values()].flatMap(({ message }) => message ?? []);
	return [...new Set(messages)].join('; ').replaceAll(/http:\/\/[^ ;]*/g, 'http://…');
}

function line(cells: string[]): string {
	return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
