import { isObject } from '../http/validation.ts';
import { plainText } from './answersByRule.ts';
import type { Content } from './content.ts';

type Schema = Record<string, unknown>;

/**
 * A page's data in the shape of a JSON Schema, by rule: a property is what the page says of itself
 * under that name (structured data, meta elements), or what follows the name and a colon in its
 * text; a list of objects has the rows of the tables with such columns. What is not found is null.
 */
export function jsonByRule(schema: Schema | undefined, content: Content): unknown {
	const { title, description } = content.metadata;
	if (!schema) return { title: title ?? null, description: description ?? null };
	return valueFor(schema, '', {
		said: [content.metadata, ...content.structuredData.filter(isObject)],
		lines: plainText(content.markdown).split('\n'),
		rows: tableRows(content.markdown),
	});
}

interface Source {
	said: Array<Record<string, unknown>>;
	lines: string[];
	rows: Array<Record<string, string>>;
}

function valueFor(schema: unknown, name: string, source: Source): unknown {
	if (!isObject(schema)) return null;
	const { properties, items } = schema;
	if (isObject(properties))
		return Object.fromEntries(
			Object.entries(properties).map(([key, part]) => [key, valueFor(part, key, source)]),
		);
	if (isObject(items)) return listFor(items, name, source);
	return typed(schema['type'], find(name, source));
}

function listFor(items: Schema, name: string, source: Source): unknown[] {
	const { properties } = items;
	if (!isObject(properties)) {
		const found = find(name, source) ?? [];
		const entries: unknown[] = typeof found === 'string' ? found.split(/,\s*/) : [found].flat();
		return entries.map((entry) => typed(items['type'], entry));
	}
	return source.rows
		.filter((row) => Object.keys(properties).some((key) => row[plainName(key)] !== undefined))
		.map((row) =>
			Object.fromEntries(
				Object.entries(properties).map(([key, part]) => [
					key,
					typed(isObject(part) ? part['type'] : undefined, row[plainName(key)]),
				]),
			),
		);
}

function find(name: string, { said, lines }: Source): unknown {
	for (const data of said)
		for (const [key, value] of Object.entries(data))
			if (plainName(key) === plainName(name)) return value;
	for (const line of lines) {
		const [, label = '', value] = /^([^:]{1,60}):\s*(.+)$/.exec(line.trim()) ?? [];
		if (plainName(label) === plainName(name)) return value;
	}
	return undefined;
}

/** Rows of the tables, by their columns' plain names. */
function tableRows(markdown: string): Array<Record<string, string>> {
	const rows: Array<Record<string, string>> = [];
	let columns: string[] = [];
	for (const line of markdown.split('\n')) {
		const cells = line.startsWith('|') ? line.split('|').slice(1, -1) : [];
		if (cells.length === 0) columns = [];
		else if (columns.length === 0) columns = cells.map(plainName);
		else if (cells.some((cell) => !/^[\s:-]*$/.test(cell)))
			rows.push(
				Object.fromEntries(
					columns.map((column, index) => [column, plainText(cells[index] ?? '').trim()]),
				),
			);
	}
	return rows;
}

function plainName(name: string): string {
	return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function typed(type: unknown, value: unknown): unknown {
	if (value === undefined || value === null) return null;
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	if (type === 'boolean') return /^(true|yes|in stock)/i.test(text);
	if (type !== 'number' && type !== 'integer') return typeof value === 'string' ? text : value;
	const number = Number.parseFloat(text.replace(/,(?=\d{3})/g, '').replace(/^[^\d-]+/, ''));
	if (Number.isNaN(number)) return null;
	return type === 'integer' ? Math.round(number) : number;
}
