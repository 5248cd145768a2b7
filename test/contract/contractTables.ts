import { readFileSync } from 'node:fs';

/** A row of the tables of request fields, as the contract and its supplement give it. */
export interface FieldRow {
	field: string;
	type: 'string' | 'boolean' | 'integer' | 'number' | 'object' | 'array of string';
	required?: boolean;
	enum?: string[];
	/** What the service takes where the field is not sent. */
	default?: string | number | boolean;
	minimum?: number;
	maximum?: number;
	maxLength?: number;
	maxItems?: number;
}

/** A row of the tables of errors. */
export interface ContractError {
	status: number;
	error: string;
	retryable: 'Yes, with backoff' | 'No' | 'Sometimes';
}

export type BodyName =
	'map' | 'agentStart' | 'search' | 'parse' | 'browserOpen' | 'browserExecute' | 'pageInteract';
const OBJECTS = ['location', 'auditMetadata', 'profile', 'threatProtection'] as const;
type ObjectName = (typeof OBJECTS)[number];

const bodies = tablesIn('requestBodies.json') as Record<BodyName | ObjectName, FieldRow[]>;
const errors = tablesIn('errors.json') as Record<'errors' | 'agentErrors', ContractError[]>;

/** "Errors" and "Agent-specific errors", in the contract's order. */
export const ERROR_ROWS: ContractError[] = [...errors.errors, ...errors.agentErrors];

/** The table of a request body with the tables of its objects, by path such as `location.country`. */
export function fieldRows(body: BodyName): Map<string, FieldRow> {
	const rows = new Map<string, FieldRow>();
	for (const row of bodies[body]) {
		rows.set(row.field, row);
		if (row.type !== 'object') continue;
		for (const inner of isObjectName(row.field) ? bodies[row.field] : []) {
			rows.set(`${row.field}.${inner.field}`, inner);
		}
	}
	return rows;
}

function isObjectName(field: string): field is ObjectName {
	return OBJECTS.some((name) => name === field);
}

function tablesIn(file: string): unknown {
	return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
}
