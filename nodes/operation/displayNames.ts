import type { INodeProperties } from 'n8n-workflow';

import { FieldError } from '../contract/checks';

/** Collections whose fields errors call as if they stood beside the others. */
const BESIDE = ['options', 'filters'];

/** The same error, its field called as the editor calls it. */
export function inDisplayNames(error: Error, fields: INodeProperties[]): Error {
	if (!(error instanceof FieldError)) return error;
	// Behind a colon a check may say which part of the field it means.
	const [path = '', ...part] = error.field.split(': ');
	const displayName = displayNames(fields, '').get(path) ?? path;
	return new FieldError([displayName, ...part].join(': '), error.rule, error.value, error.found);
}

/**
 * Display name of each property by its path: the name under which it is sent, else its own; inside a
 * group that of the group before it. Options stand beside the fields, as they do in a request.
 */
function displayNames(fields: INodeProperties[], parent: string): Map<string, string> {
	const names = new Map<string, string>();
	for (const field of fields) {
		const path = parent + (field.routing?.send?.property ?? field.name);
		names.set(path, field.displayName);
		const inside = parent === '' && BESIDE.includes(field.name) ? '' : `${path}.`;
		for (const option of field.options ?? []) {
			const inner = 'values' in option ? option.values : 'type' in option ? [option] : [];
			for (const [innerPath, name] of displayNames(inner, inside)) names.set(innerPath, name);
		}
	}
	return names;
}
