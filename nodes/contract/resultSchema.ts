import { FieldError, flag, isBlank, isRecord } from './checks';

/** A JSON Schema; the service validates it in full. */
export type JsonSchema = Record<string, unknown>;

/** Deeper nesting is an accident, or an attack on whoever walks through it. */
const MAX_DEPTH = 50;

/** A schema has a few levels for each of its result. */
const MAX_SCHEMA_DEPTH = 500;

const FIELD_TYPES: Record<string, JsonSchema> = {
	string: { type: 'string' },
	number: { type: 'number' },
	boolean: { type: 'boolean' },
	stringArray: { type: 'array', items: { type: 'string' } },
	objectArray: { type: 'array', items: { type: 'object' } },
};

/** The field of a table's result that holds its records. */
const RECORDS = 'records';

/**
 * The schema of a list of records with the same columns.
 *
 * @param value `{ field: [{ name, type, description?, required? }] }`, a field for each column
 * @throws FieldError
 */
export function schemaFromTable(field: string, value: unknown): JsonSchema {
	return {
		type: 'object',
		properties: { [RECORDS]: { type: 'array', items: schemaFromFields(field, value) } },
		required: [RECORDS],
	};
}

/**
 * The schema of a record with fields that are named one by one.
 *
 * @param value `{ field: [{ name, type, description?, required? }] }`
 * @throws FieldError
 */
export function schemaFromFields(field: string, value: unknown): JsonSchema {
	const rows = isRecord(value) && Array.isArray(value.field) ? value.field.filter(isRecord) : [];
	if (rows.length === 0) throw new FieldError(field, 'must have at least one field', undefined);
	const properties = new Map<string, JsonSchema>();
	for (const row of rows) {
		const name = typeof row.name === 'string' ? row.name.trim() : '';
		if (name === '') throw new FieldError(field, 'must have a name for every field', row.name);
		if (properties.has(name)) throw new FieldError(field, 'must have each name only once', name);
		const type = Object.hasOwn(FIELD_TYPES, String(row.type))
			? FIELD_TYPES[String(row.type)]
			: undefined;
		if (!type) {
			const known = Object.keys(FIELD_TYPES).join(', ');
			throw new FieldError(field, `must have types out of: ${known}`, row.type);
		}
		const description = typeof row.description === 'string' ? row.description.trim() : '';
		properties.set(name, { ...type, ...(description && { description }) });
	}
	const required = rows
		.filter((row) => isRequired(field, row.required))
		.map((row) => String(row.name).trim());
	return {
		type: 'object',
		properties: Object.fromEntries(properties),
		...(required.length > 0 && { required }),
	};
}

function isRequired(field: string, value: unknown): boolean {
	return !isBlank(value) && flag(field, value, 'must have true or false as Required');
}

/**
 * The schema that an example object conforms to. Nothing in it is required: what the web does not
 * tell may be missing.
 *
 * @param value an object, or one as JSON text
 * @throws FieldError
 */
export function schemaFromExample(field: string, value: unknown): JsonSchema {
	const example = parsedObject(field, value);
	if (Object.keys(example).length === 0) {
		throw new FieldError(field, 'must have at least one field', value);
	}
	return schemaOf(field, [example], MAX_DEPTH);
}

/**
 * A JSON Schema of an object, as object or as JSON text.
 *
 * @throws FieldError
 */
export function schemaFromJson(field: string, value: unknown): JsonSchema {
	const schema = parsedObject(field, value);
	if (isDeeperThan(MAX_SCHEMA_DEPTH, schema)) {
		const rule = `must not be nested deeper than ${MAX_SCHEMA_DEPTH} levels`;
		throw new FieldError(field, rule, undefined);
	}
	const describesObject =
		schema.type === 'object' || (schema.type === undefined && isRecord(schema.properties));
	if (!describesObject) {
		throw new FieldError(field, 'must be a JSON Schema of type "object"', value);
	}
	return schema;
}

/** Level by level, because no depth may exhaust the stack. */
function isDeeperThan(levels: number, value: unknown): boolean {
	let level = [value];
	for (let depth = 0; level.length > 0; depth++) {
		if (depth > levels) return true;
		level = level.flatMap((entry): unknown[] =>
			typeof entry === 'object' && entry !== null ? Object.values(entry) : [],
		);
	}
	return false;
}

function parsedObject(field: string, value: unknown): Record<string, unknown> {
	const parsed = typeof value === 'string' ? parsedJson(field, value) : value;
	if (!isRecord(parsed)) throw new FieldError(field, 'must be a JSON object', value);
	return parsed;
}

function parsedJson(field: string, json: string): unknown {
	try {
		return JSON.parse(json);
	} catch (error) {
		throw invalidJson(field, json, error as Error);
	}
}

function invalidJson(field: string, json: string, { message }: Error): FieldError {
	return new FieldError(field, `must be valid JSON (${message})`, json);
}

/**
 * The schema that all of some examples conform to: records join their fields, unlike kinds of values
 * exclude nothing, and null tells nothing.
 */
function schemaOf(field: string, examples: readonly unknown[], depth: number): JsonSchema {
	const told = examples.filter((example) => example !== null && example !== undefined);
	const [kind, ...otherKinds] = new Set(told.map(kindOf));
	if (kind === undefined || otherKinds.length > 0) return {};
	if (kind !== 'array' && kind !== 'object') return { type: kind };
	if (depth === 0) {
		throw new FieldError(field, `must not be nested deeper than ${MAX_DEPTH} levels`, undefined);
	}
	if (kind === 'array') {
		const entries = told.flat();
		return {
			type: 'array',
			...(entries.length > 0 && { items: schemaOf(field, entries, depth - 1) }),
		};
	}
	const values = new Map<string, unknown[]>();
	for (const [name, value] of told.filter(isRecord).flatMap(Object.entries)) {
		const known = values.get(name);
		if (known) known.push(value);
		else values.set(name, [value]);
	}
	const properties = [...values].map(
		([name, ofRecords]) => [name, schemaOf(field, ofRecords, depth - 1)] as const,
	);
	return { type: 'object', properties: Object.fromEntries(properties) };
}

function kindOf(example: unknown): string {
	if (Array.isArray(example)) return 'array';
	if (typeof example === 'bigint') return 'number';
	return example instanceof Date ? 'string' : typeof example;
}
