/** A value that the contract does not allow, found before a request is sent. */
export class FieldError extends Error {
	/**
	 * @param field path of the field in the request body, such as `location.country`
	 * @param rule what the value has to be, completing the sentence "<field> …"
	 * @param found what to tell of the value where that itself is too long
	 */
	constructor(
		readonly field: string,
		readonly rule: string,
		readonly value: unknown,
		readonly found?: string,
	) {
		super(`${field} ${rule}`);
	}
}

/** Whether a field was left empty: nothing, an empty text or an empty list is never sent. */
export function isBlank(value: unknown): boolean {
	return (
		value === undefined ||
		value === null ||
		(typeof value === 'string' && value.trim() === '') ||
		(Array.isArray(value) && value.every(isBlank))
	);
}

/** A plain object: neither a list nor null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Text, or a number from an expression as text, without blanks around it. */
export function text(field: string, value: unknown): string {
	if (typeof value === 'number') return String(value);
	if (typeof value !== 'string') throw new FieldError(field, 'must be text', value);
	return value.trim();
}

/** Text of at most `max` characters, kept as it is. */
export function textUpTo(max: number) {
	return (field: string, value: unknown): string => {
		if (typeof value !== 'string') throw new FieldError(field, 'must be text', value);
		if (value.length > max) {
			throw new FieldError(
				field,
				`must have at most ${max.toLocaleString('en-US')} characters`,
				value,
				`${value.length.toLocaleString('en-US')} characters`,
			);
		}
		return value;
	};
}

/** A boolean, or "true" and "false" as expressions and spreadsheets write them. */
export function flag(field: string, value: unknown, rule = 'must be true or false'): boolean {
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false') return false;
	throw new FieldError(field, rule, value);
}

/** A whole number in a range, given as number or as digits. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER) {
	return (field: string, value: unknown): number => {
		const number = typeof value === 'string' ? Number(value) : value;
		if (typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max) {
			return number;
		}
		const range =
			max === Number.MAX_SAFE_INTEGER
				? `of at least ${min}`
				: `from ${min} to ${max.toLocaleString('en-US')}`;
		throw new FieldError(field, `must be a whole number ${range}`, value);
	};
}

/** A number above zero, given as number or as digits. */
export function positiveNumber(field: string, value: unknown): number {
	const number = typeof value === 'string' ? Number(value) : value;
	if (typeof number === 'number' && Number.isFinite(number) && number > 0) return number;
	throw new FieldError(field, 'must be a number above zero', value);
}

/** One of the contract's enum values. */
export function oneOf<T extends string>(...allowed: T[]) {
	return (field: string, value: unknown): T => {
		const found = allowed.find((candidate) => candidate === value);
		if (found === undefined) {
			throw new FieldError(field, `must be one of: ${allowed.join(', ')}`, value);
		}
		return found;
	};
}

/** An absolute http(s) URL, returned as it was written. */
export function httpUrl(field: string, value: unknown): string {
	const rule = 'must be an absolute URL that begins with http:// or https://';
	if (typeof value !== 'string') throw new FieldError(field, rule, value);
	const url = value.trim();
	if (/^https?:\/\/[^\s/?#]/i.test(url) && !/\s/.test(url) && URL.canParse(url)) return url;
	const isBare = /^[\w-]+(\.[\w-]+)+(:\d+)?([/?#]\S*)?$/.test(url);
	throw new FieldError(field, isBare ? `${rule}: write https://${url}` : rule, value);
}

/**
 * A list of texts in any form that a user gives it: entries of a multi-value field, arrays (nested
 * ones too) from expressions, a JSON array as text, or text with one entry a line, and where
 * `commas` is set also separated by commas. Blanks and duplicates are dropped, order is kept.
 */
export function textList(field: string, value: unknown, { commas }: { commas: boolean }): string[] {
	const entries = splitEntries(field, value, commas ? /[\n,]/ : /\n/);
	return [...new Set(entries.map((entry) => entry.trim()).filter((entry) => entry !== ''))];
}

function splitEntries(field: string, value: unknown, separator: RegExp): string[] {
	if (value === undefined || value === null) return [];
	if (Array.isArray(value)) {
		return value.flatMap((entry: unknown) => splitEntries(field, entry, separator));
	}
	if (typeof value === 'number') return [String(value)];
	if (typeof value !== 'string') {
		throw new FieldError(field, 'must be a list of texts', value);
	}
	const array = value.trim().startsWith('[') ? jsonArray(value) : undefined;
	return array ? splitEntries(field, array, separator) : value.split(separator);
}

function jsonArray(json: string): unknown[] | undefined {
	try {
		const parsed: unknown = JSON.parse(json);
		return Array.isArray(parsed) ? parsed : undefined;
	} catch {
		return undefined;
	}
}

/** A list of at most `max` texts, each matching `pattern`. */
export function listOf(rule: string, pattern: RegExp, max = Number.POSITIVE_INFINITY) {
	return (field: string, value: unknown): string[] => {
		const list = textList(field, value, { commas: true });
		if (list.length > max) {
			throw new FieldError(
				field,
				`must have at most ${max.toLocaleString('en-US')} entries`,
				list,
				`${list.length.toLocaleString('en-US')} entries`,
			);
		}
		const wrong = list.find((entry) => !pattern.test(entry));
		if (wrong !== undefined) throw new FieldError(field, rule, wrong);
		return list;
	};
}

/** How each field of a request body is checked; its keys are the body's fields. */
export type FieldChecks = Record<string, (field: string, value: unknown) => unknown>;

/**
 * The fields that were given, checked and in their final form. Blank fields are left out, and so
 * is an object in which nothing was given.
 *
 * @param path path of `body` itself, for messages
 * @throws FieldError at the first field that breaks its rule
 */
export function checkedFields(
	checks: FieldChecks,
	body: Record<string, unknown>,
	path = '',
): Record<string, unknown> {
	const checked: Record<string, unknown> = {};
	for (const [name, check] of Object.entries(checks)) {
		if (isBlank(body[name])) continue;
		const value = check(path + name, body[name]);
		if (!isBlank(value)) checked[name] = value;
	}
	return checked;
}

/** An object whose fields have checks of their own. */
export function objectOf(checks: FieldChecks) {
	return (field: string, value: unknown): Record<string, unknown> | undefined => {
		if (!isRecord(value)) throw new FieldError(field, 'must be an object', value);
		const fields = checkedFields(checks, value, `${field}.`);
		return Object.keys(fields).length > 0 ? fields : undefined;
	};
}

/** Demands a field that the contract requires. */
export function required(body: Record<string, unknown>, field: string): void {
	if (isBlank(body[field])) throw new FieldError(field, 'is required', body[field]);
}
