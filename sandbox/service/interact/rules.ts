import { allOf, custom, flag, isObject, numeric, object, oneOf, text } from '../http/validation.ts';

/** The body of `POST /v2/interact`, section F. Times are in seconds. */
export interface SessionRequest {
	ttl?: number;
	activityTtl?: number;
	streamWebView?: boolean;
}

/** What a browser is to do. */
export interface InstructionRequest {
	code?: string;
	prompt?: string;
	language?: 'node' | 'python' | 'bash';
	/** Seconds. */
	timeout?: number;
}

/** Unknown fields of these bodies are dropped without a word. */
export const sessionRule = object({
	ttl: numeric({ integer: true, min: 30, max: 3600 }),
	activityTtl: numeric({ integer: true, min: 10, max: 3600 }),
	streamWebView: flag,
	profile: object(
		{ name: text({ min: 1, max: 128 }), saveChanges: flag },
		{ required: ['name'], strict: true },
	),
});

const instruction = {
	code: text({ min: 1, max: 100_000 }),
	language: oneOf(['python', 'node', 'bash']),
	timeout: numeric({ integer: true, min: 1, max: 300 }),
};

export const executeRule = object(instruction, { required: ['code'] });

export const interactRule = allOf(
	object({ ...instruction, prompt: text({ min: 1, max: 10_000 }) }),
	custom(
		(body) => isObject(body) && (body['code'] !== undefined || body['prompt'] !== undefined),
		"Either 'code' or 'prompt' must be provided.",
	),
);
