/** A reason why a body was refused, in the shape of the service's `details` entries. */
export interface Problem {
	path: Array<string | number>;
	message: string;
	code: string;
	/** Of unknown fields, their names. */
	keys?: string[];
}

/**
 * Says what is wrong with a value; nothing when it is fine. `strictBodies`: fields that a body does
 * not have are wrong too.
 */
export type Rule = (value: unknown, path: Problem['path'], strictBodies?: boolean) => Problem[];

function problem(path: Problem['path'], code: string, message: string): Problem[] {
	return [{ path, message, code }];
}

/** A rule in words of its own, which strict servers also give as the error's text. */
export function custom(holds: (value: unknown) => boolean, message: string): Rule {
	return (value, path) => (holds(value) ? [] : problem(path, 'custom', message));
}

/** Every one of these; a later one is asked only when those before hold. */
export function allOf(...rules: Rule[]): Rule {
	return (value, path, strictBodies) => {
		for (const rule of rules) {
			const problems = rule(value, path, strictBodies);
			if (problems.length > 0) return problems;
		}
		return [];
	};
}

function wrongType(path: Problem['path'], expected: string, value: unknown): Problem[] {
	const received = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
	return problem(path, 'invalid_type', `Invalid input: expected ${expected}, received ${received}`);
}

export function text(
	limits: { min?: number; max?: number; pattern?: RegExp; means?: string } = {},
): Rule {
	return (value, path) => {
		if (typeof value !== 'string') return wrongType(path, 'string', value);
		if (limits.min !== undefined && value.length < limits.min)
			return problem(path, 'too_small', `Must have at least ${limits.min} character(s)`);
		if (limits.max !== undefined && value.length > limits.max)
			return problem(path, 'too_big', `Must have at most ${limits.max} character(s)`);
		if (limits.pattern && !limits.pattern.test(value))
			return problem(path, 'invalid_format', `Must be ${limits.means ?? String(limits.pattern)}`);
		return [];
	};
}

/** An absolute http or https address. */
export const webAddress: Rule = (value, path) => {
	if (typeof value !== 'string') return wrongType(path, 'string', value);
	return isWebAddress(value) ? [] : problem(path, 'invalid_format', 'Invalid URL');
};

export function isWebAddress(value: string): boolean {
	return /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value);
}

export const flag: Rule = (value, path) =>
	typeof value === 'boolean' ? [] : wrongType(path, 'boolean', value);

export function numeric(
	limits: { integer?: boolean; min?: number; max?: number; above?: number } = {},
): Rule {
	return (value, path) => {
		if (typeof value !== 'number') return wrongType(path, 'number', value);
		if (limits.integer && !Number.isInteger(value)) return wrongType(path, 'integer', value);
		if (limits.min !== undefined && value < limits.min)
			return problem(path, 'too_small', `Must be at least ${limits.min}`);
		if (limits.above !== undefined && value <= limits.above)
			return problem(path, 'too_small', `Must be above ${limits.above}`);
		if (limits.max !== undefined && value > limits.max)
			return problem(path, 'too_big', `Must be at most ${limits.max}`);
		return [];
	};
}

export function oneOf(values: readonly string[]): Rule {
	return (value, path) =>
		typeof value === 'string' && values.includes(value)
			? []
			: problem(path, 'invalid_value', `Must be one of: ${values.join(', ')}`);
}

export function list(rule: Rule, limits: { max?: number } = {}): Rule {
	return (value, path, strictBodies) => {
		if (!Array.isArray(value)) return wrongType(path, 'array', value);
		if (limits.max !== undefined && value.length > limits.max)
			return problem(path, 'too_big', `Must have at most ${limits.max} items`);
		return value.flatMap((item: unknown, index) => rule(item, [...path, index], strictBodies));
	};
}

export function eitherOf(...rules: Rule[]): Rule {
	return (value, path, strictBodies) => {
		const found = rules.map((rule) => rule(value, path, strictBodies));
		return found.some((problems) => problems.length === 0) ? [] : (found.at(-1) ?? []);
	};
}

/**
 * An object. Fields not named are let through, as clients stamp their requests (`origin`), unless
 * the object is `strict`, or is part of a `body` and bodies are strict.
 */
export function object(
	fields: Record<string, Rule>,
	limits: { required?: string[]; strict?: boolean; body?: boolean } = {},
): Rule {
	return (value, path, strictBodies) => {
		if (!isObject(value)) return wrongType(path, 'object', value);
		const problems = Object.entries(fields).flatMap(([name, rule]) =>
			value[name] === undefined && !limits.required?.includes(name)
				? []
				: rule(value[name], [...path, name], strictBodies),
		);
		const isStrict = limits.strict || (limits.body && strictBodies);
		const keys = Object.keys(value).filter((name) => !Object.hasOwn(fields, name));
		if (isStrict && keys.length > 0) problems.push(unknownKeys(path, keys));
		return problems;
	};
}

function unknownKeys(path: Problem['path'], keys: string[]): Problem {
	const names = keys.map((key) => `"${key}"`).join(', ');
	const message = `Unrecognized key${keys.length > 1 ? 's' : ''}: ${names}`;
	return { path, message, code: 'unrecognized_keys', keys };
}

export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
