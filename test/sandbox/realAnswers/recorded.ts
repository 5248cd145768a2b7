import { readFileSync } from 'node:fs';

import type { ServiceOptions } from '../../../sandbox/service/index.ts';

/** One request to an open server and what it answered. */
export interface Recorded {
	deployment: string;
	name: string;
	request: { method: string; path: string; body?: unknown; note?: string };
	answer: { status: number | null; contentType?: string; body?: unknown };
}

/** Everything that was recorded, in the order of the file. */
export const recorded: Recorded[] = readFileSync(new URL('recorded.jsonl', import.meta.url), 'utf8')
	.split('\n')
	.filter(Boolean)
	.map((line) => JSON.parse(line) as Recorded);

/** The stand-in's options for the server that gave an answer. */
export function deploymentOf({ deployment, request }: Recorded): ServiceOptions {
	return {
		deployment: deployment.startsWith('2025') ? 'open2025' : 'open2026',
		authentication: `${deployment} ${request.note}`.includes('authentication on'),
	};
}

/** What is compared of an answer. Contents of pages and results of agents are not. */
export interface Shape {
	status: number | null;
	kind: 'json' | 'html' | 'none';
	/** The top-level fields of a JSON body. */
	fields: string[];
	code?: string;
	/** The error's text without what differs from one answer to the next. */
	error?: string;
	/** The fields that `details` finds fault with, and the unknown keys that it names. */
	faults: string[];
}

/** The shape that the stand-in has instead of the recorded one, and the reason. */
export interface Difference {
	instead: Partial<Shape>;
	reason: string;
}

export function shapeOf(status: number | null, contentType: string, content: unknown): Shape {
	const body = isObject(content) ? content : {};
	return {
		status,
		kind: /json/.test(contentType) ? 'json' : /html/.test(contentType) ? 'html' : 'none',
		fields: Object.keys(body).sort(),
		code: typeof body['code'] === 'string' ? body['code'] : undefined,
		error: typeof body['error'] === 'string' ? withoutVariables(body['error']) : undefined,
		faults: Array.isArray(body['details']) ? body['details'].flatMap(faultsOf) : [],
	};
}

/** Ids, times and numbers differ each time; so does what a schema's validator says after a colon. */
function withoutVariables(text: string): string {
	return text
		.replace(/\b[0-9a-f]{32}\b|\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '{id}')
		.replace(/resets at .*$/, 'resets at {time}')
		.replace(/(schema is invalid): .*$/, '$1')
		.replace(/\d+/g, '{number}');
}

/** Recordings leave out the end of long lists, and say so in place of it. */
function faultsOf(detail: unknown): string[] {
	if (!isObject(detail)) return [];
	const path = Array.isArray(detail['path']) ? detail['path'].join('.') : '';
	const keys = Array.isArray(detail['keys']) ? detail['keys'].join(' ') : '';
	return [`${path} ${keys}`.trim()];
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
