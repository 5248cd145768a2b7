import { expect } from 'vitest';

import type { FieldRow } from './contractTables.ts';
import { choices, contractType, type NodeField } from './nodeFields.ts';

/** A field of the node is what the row of its table says. */
export function expectRow({ property, place }: NodeField, row: FieldRow): void {
	const { typeOptions = {}, description = '', required = false } = property;
	expect(contractType(property)).toBe(row.type);
	expect(required).toBe(row.required ?? false);
	expect(choices(property)?.sort()).toEqual(row.enum?.slice().sort());
	if (row.default !== undefined) expect(property.default).toBe(row.default);
	// A group is sent whole when it is added, so that a default of ours would override the service's.
	else if (place === 'group') expect(isBlank(property.default)).toBe(true);
	if (row.type === 'object') expect(property.default).toEqual({ value: {} });
	expect(typeOptions.maxValue).toBe(row.maximum);
	if (row.minimum !== undefined) expect(typeOptions.minValue).toBe(row.minimum);
	for (const limit of [row.maxLength, row.maxItems]) {
		if (limit !== undefined) expect(description).toContain(limit.toLocaleString('en-US'));
	}
	if (row.type !== 'object') expect(description).not.toBe('');
}

function isBlank(value: unknown): boolean {
	return value === '' || (Array.isArray(value) && value.length === 0);
}
