import type { IDataObject } from 'n8n-workflow';

/** The same fields, those that people read first in front and ids at the end: n8n shows them in order. */
export function inReadingOrder(
	fields: IDataObject,
	first: readonly string[],
	last: readonly string[],
): IDataObject {
	const ordered: IDataObject = {};
	const take = (name: string) => {
		if (name in fields) ordered[name] = fields[name];
	};
	first.forEach(take);
	for (const name of Object.keys(fields)) if (!last.includes(name)) take(name);
	last.forEach(take);
	return ordered;
}

/** The same fields but for some. */
export function without(fields: IDataObject, ...names: string[]): IDataObject {
	return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}
