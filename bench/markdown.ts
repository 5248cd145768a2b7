/** A Markdown table, its numbers already texts. */
export function table(head: string[], rows: string[][]): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return [
		line(head),
		line(head.map((_, column) => (column === 0 ? '---' : '---:'))),
		...rows.map(line),
	]
		.concat('')
		.join('\n');
}

export function print(title: string, ...paragraphs: string[]): void {
	console.log([`### ${title}`, ...paragraphs].join('\n\n'));
}
