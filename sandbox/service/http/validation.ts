import { ServiceError } from './serviceError.ts';

/** A reason why a body was refused, in the shape of the service's `details` entries. */
export interface Problem {
	path: Array<string | number>;
	message: string;
	code: string;
}

/** Says what is wrong with a value; nothing when it is fine. */
export type Rule = (value: unknown, path: Problem['path']) => Problem[];

function problem(path: Problem['path'], code: string, message: string): Problem[] {
	return [{ path, message, code }];
}

function wrongType(path: Problem['path'], expected: string, value: unknown): Problem[] {
	const received = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
	const message =
		value === undefined
			? 'Invalid input: required'
			: `Invalid input: expected ${expected}, received ${received}`;
	return problem(path, 'invalid_type', message);
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
	return (value, path) => {
		if (!Array.isArray(value)) return wrongType(path, 'array', value);
		if (limits.max !== undefined && value.length > limits.max)
			return problem(path, 'too_big', `Must have at most ${limits.max} items`);
		return value.flatMap((item: unknown, index) => rule(item, [...path, index]));
	};
}

export function eitherOf(...rules: Rule[]): Rule {
	return (value, path) => {
		const found = rules.map((rule) => rule(value, path));
		return found.some((problems) => problems.length === 0) ? [] : (found.at(-1) ?? []);
	};
}

/**
 * An object. Fields not named are let through, as clients stamp their requests (`origin`), unless
 * the object is `strict`.
 */
export function object(
	fields: Record<string, Rule>,
	limits: { required?: string[]; strict?: boolean } = {},
): Rule {
	return (value, path) => {
		if (!isObject(value)) return wrongType(path, 'object', value);
		const problems = Object.entries(fields).flatMap(([name, rule]) =>
			value[name] === undefined && !limits.required?.includes(name)
				? []
				: rule(value[name], [...path, name]),
		);
		const unknown = Object.keys(value).filter((name) => !Object.hasOwn(fields, name));
		if (limits.strict && unknown.length > 0)
			problems.push(
				...problem(path, 'unrecognized_keys', `Unrecognized key(s): ${unknown.join(', ')}`),
			);
		return problems;
	};
}

export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Throws 400 with the problems found; a bad `url` has an error text of its own. */
export function refuse(problems: Problem[]): void {
	if (problems.length === 0) return;
	const isUrl = problems.every(({ path }) => path.length === 1 && path[0] === 'url');
	throw new ServiceError(400, isUrl ? 'Invalid URL' : 'Bad Request', {
		details: problems,
		code: 'BAD_REQUEST',
	});
}
