import { ServiceError } from '../http/serviceError.ts';
import { isObject, object, type Problem, type Rule } from '../http/validation.ts';

/** An entry of `details` with what the service adds to some of them. */
export interface Issue extends Problem {
	/** The keys that an object should not have. */
	keys?: string[];
	/** Of a union: the issues of its members. */
	errors?: Issue[][];
}

const UNRECOGNIZED_KEY =
	'Unrecognized key in body -- please review the v2 API documentation for request body changes';

/** An issue of a rule that the service words itself: its text becomes the answer's error. */
export function custom(path: Problem['path'], message: string): Issue[] {
	return [{ code: 'custom', path, message }];
}

/** All rules in turn, the later ones only for what the earlier ones are content with. */
export function both(first: Rule, second: Rule): Rule {
	return (value, path) => {
		const problems = first(value, path);
		return problems.length > 0 ? problems : second(value, path);
	};
}

/** An object that has no other fields than these. */
export function strictObject(fields: Record<string, Rule>, required: string[] = []): Rule {
	const known = object(fields, { required });
	return (value, path) => {
		const problems: Issue[] = known(value, path);
		if (!isObject(value)) return problems;
		const keys = Object.keys(value).filter((key) => !Object.hasOwn(fields, key));
		if (keys.length === 0) return problems;
		const message = `Unrecognized key${keys.length > 1 ? 's' : ''}: ${keys.map((key) => `"${key}"`).join(', ')}`;
		return [...problems, { code: 'unrecognized_keys', keys, path, message }];
	};
}

/** An object with text values, such as HTTP headers. */
export const textMap: Rule = (value, path) => {
	if (!isObject(value)) return [{ code: 'invalid_type', path, message: 'Invalid input' }];
	return Object.entries(value).flatMap(([name, text]) =>
		typeof text === 'string'
			? []
			: [{ code: 'invalid_type', path: [...path, name], message: 'Invalid input' }],
	);
};

/**
 * One of several kinds of object, told apart by `type`, or a bare word where `words` are taken.
 * What is none of them is one issue with the others nested, as the service reports unions; a rule
 * with a text of its own stands alone.
 */
export function kinds(fields: Record<string, Rule>, words: readonly string[] = []): Rule {
	return (value, path) => {
		if (typeof value === 'string' && words.includes(value)) return [];
		const type = isObject(value) ? value['type'] : undefined;
		const rule = typeof type === 'string' && Object.hasOwn(fields, type) ? fields[type] : undefined;
		const problems = rule?.(value, path) ?? unknownKind(path, Object.keys(fields));
		const worded = problems.filter(({ code }) => code === 'custom');
		if (problems.length === 0 || worded.length > 0) return worded;
		const union: Issue = {
			code: 'invalid_union',
			path,
			message: 'Invalid input',
			errors: [problems],
		};
		return [union];
	};
}

function unknownKind(path: Problem['path'], values: string[]): Issue[] {
	const message = `Invalid option: expected one of ${values.map((value) => `"${value}"`).join('|')}`;
	return [{ code: 'invalid_value', path: [...path, 'type'], message }];
}

/** Throws the 400 of these issues. Its error is the text of a rule that has one of its own. */
export function refuseBody(problems: Problem[]): void {
	const [first] = problems;
	if (first === undefined) return;
	const isUnrecognized = problems.some(({ code }) => code === 'unrecognized_keys');
	const own = first.code === 'custom' ? first.message : 'Bad Request';
	throw new ServiceError(400, isUnrecognized ? UNRECOGNIZED_KEY : own, {
		code: 'BAD_REQUEST',
		details: problems,
	});
}
