import { isObject } from '../http/validation.ts';

/** Deeper than this a recursive schema is cut off. */
const MAX_DEPTH = 12;

const words = ['Aster', 'Birch', 'Cedar', 'Dahlia', 'Elm', 'Fern', 'Ginkgo', 'Hazel'];

const formats: Record<string, string> = {
	uri: 'https://docs.example/guide',
	url: 'https://docs.example/guide',
	email: 'person@docs.example',
	date: '2026-01-15',
	'date-time': '2026-01-15T09:30:00.000Z',
	time: '09:30:00Z',
	uuid: '6f1c9a52-3f0e-4a53-9d2b-0f6a5a1b7c11',
	ipv4: '192.0.2.10',
	hostname: 'docs.example',
};

/** A plausible value that conforms to a JSON Schema, the same for the same schema. */
export function sampleData(schema: unknown): unknown {
	return sample(schema, schema, { count: 0 }, 0);
}

/** Picks a different word for each value of one result. */
interface Position {
	count: number;
}

function sample(schema: unknown, root: unknown, at: Position, depth: number): unknown {
	if (!isObject(schema) || depth > MAX_DEPTH) return null;
	if (typeof schema['$ref'] === 'string')
		return sample(resolve(schema['$ref'], root), root, at, depth + 1);
	for (const key of ['const', 'default']) if (key in schema) return schema[key];
	for (const key of ['enum', 'examples']) {
		const values = schema[key];
		if (Array.isArray(values) && values.length > 0) return values[0] as unknown;
	}
	for (const key of ['anyOf', 'oneOf']) {
		const variants = schema[key];
		if (Array.isArray(variants) && variants.length > 0)
			return sample(variants[0], root, at, depth + 1);
	}
	if (Array.isArray(schema['allOf'])) return sampleAll(schema['allOf'], root, at, depth + 1);
	switch (typeOf(schema)) {
		case 'object':
			return sampleObject(schema, root, at, depth);
		case 'array':
			return sampleArray(schema, root, at, depth);
		case 'string':
			return sampleText(schema, at);
		case 'integer':
		case 'number':
			return sampleNumber(schema, at);
		case 'boolean':
			return true;
		default:
			return null;
	}
}

function typeOf(schema: Record<string, unknown>): unknown {
	const type = schema['type'];
	if (Array.isArray(type)) return type[0];
	if (type !== undefined) return type;
	if ('properties' in schema) return 'object';
	return 'items' in schema ? 'array' : 'string';
}

function sampleAll(parts: unknown[], root: unknown, at: Position, depth: number): unknown {
	const samples = parts.map((part) => sample(part, root, at, depth));
	return samples.every(isObject) ? Object.assign({}, ...samples) : samples[0];
}

function sampleObject(
	schema: Record<string, unknown>,
	root: unknown,
	at: Position,
	depth: number,
): Record<string, unknown> {
	const properties = isObject(schema['properties']) ? schema['properties'] : {};
	// fromEntries makes own properties even of a key such as "__proto__".
	return Object.fromEntries(
		Object.entries(properties).map(([name, part]) => [name, sample(part, root, at, depth + 1)]),
	);
}

function sampleArray(
	schema: Record<string, unknown>,
	root: unknown,
	at: Position,
	depth: number,
): unknown[] {
	const least = Number(schema['minItems'] ?? 0);
	const most = Number(schema['maxItems'] ?? Infinity);
	const length = Math.min(Math.max(2, least), most, 1000);
	return Array.from({ length }, () => sample(schema['items'] ?? {}, root, at, depth + 1));
}

function sampleText(schema: Record<string, unknown>, at: Position): string {
	const format = String(schema['format']);
	if (Object.hasOwn(formats, format)) return formats[format] ?? '';
	const word = words[at.count % words.length] ?? '';
	at.count += 1;
	const least = Math.min(Number(schema['minLength'] ?? 0), 10_000);
	return word.padEnd(least, ' and more').slice(0, Number(schema['maxLength'] ?? Infinity));
}

function sampleNumber(schema: Record<string, unknown>, at: Position): number {
	at.count += 1;
	const lower = Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? -Infinity);
	const upper = Number(schema['maximum'] ?? schema['exclusiveMaximum'] ?? Infinity);
	if (10 + at.count > lower && 10 + at.count < upper) return 10 + at.count;
	if ('minimum' in schema) return lower;
	if ('maximum' in schema) return upper;
	return Number.isFinite(lower)
		? lower + (Number.isFinite(upper) ? (upper - lower) / 2 : 1)
		: upper - 1;
}

/** Follows a reference inside the same schema, such as `#/$defs/page`. */
function resolve(reference: string, root: unknown): unknown {
	if (!reference.startsWith('#')) return undefined;
	let place = root;
	for (const part of reference.slice(1).split('/').slice(1)) {
		const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
		place = isObject(place) && Object.hasOwn(place, name) ? place[name] : undefined;
	}
	return place;
}

const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

/** Whether it could be a JSON Schema at all: known types, and schemas where schemas belong. */
export function isJsonSchema(schema: unknown): boolean {
	if (typeof schema === 'boolean') return true;
	if (!isObject(schema)) return false;
	const type = schema['type'];
	const named = type === undefined ? [] : Array.isArray(type) ? type : [type];
	if (!named.every((name) => typeof name === 'string' && types.includes(name))) return false;
	const properties = schema['properties'];
	if (properties !== undefined && !isObject(properties)) return false;
	const { items } = schema;
	return (
		Object.values(properties ?? {}).every(isJsonSchema) &&
		(items === undefined || (Array.isArray(items) ? items : [items]).every(isJsonSchema))
	);
}
