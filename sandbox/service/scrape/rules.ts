import type { ServiceCore } from '../core.ts';
import { dialectOf } from '../http/dialect.ts';
import { isObject, object, type Problem, type Rule } from '../http/validation.ts';

/** An entry of `details` of a value that is none of several kinds. */
interface UnionProblem extends Problem {
	errors: Problem[][];
}

/** What is wrong in words of the rule's own, which become the answer's error. */
export function worded(path: Problem['path'], message: string): Problem[] {
	return [{ code: 'custom', path, message }];
}

/** An object that has no other fields than these, in every deployment. */
export function strictObject(fields: Record<string, Rule>, required: string[] = []): Rule {
	return object(fields, { required, strict: true });
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
 * What is none of them is one problem with the others nested, as the service reports unions; a rule
 * with words of its own stands alone.
 */
export function kinds(fields: Record<string, Rule>, words: readonly string[] = []): Rule {
	return (value, path) => {
		if (typeof value === 'string' && words.includes(value)) return [];
		const type = isObject(value) ? value['type'] : undefined;
		const rule = typeof type === 'string' && Object.hasOwn(fields, type) ? fields[type] : undefined;
		const problems = rule?.(value, path) ?? unknownKind(path, Object.keys(fields));
		const ownWords = problems.filter(({ code }) => code === 'custom');
		if (problems.length === 0 || ownWords.length > 0) return ownWords;
		const union: UnionProblem = {
			code: 'invalid_union',
			path,
			message: 'Invalid input',
			errors: [problems],
		};
		return [union];
	};
}

function unknownKind(path: Problem['path'], values: string[]): Problem[] {
	const message = `Invalid option: expected one of ${values.map((value) => `"${value}"`).join('|')}`;
	return [{ code: 'invalid_value', path: [...path, 'type'], message }];
}

/**
 * Throws 400 when a body of the page routes breaks its rule. The contract says nothing of these
 * routes, so the hosted service answers as the open server of 2026 does.
 */
export function checkPageBody(core: ServiceCore, rule: Rule, body: unknown): void {
	const problems = rule(body, [], true);
	const deployment = core.deployment === 'hosted' ? 'open2026' : core.deployment;
	if (problems.length > 0) throw dialectOf(deployment, core.isSelfHosted).refusal(problems);
}
