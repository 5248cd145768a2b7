import type { Deployment } from '../deployment.ts';
import type { Answer } from './answer.ts';
import { ServiceError, unknownError } from './serviceError.ts';
import type { Problem } from './validation.ts';

/** How a deployment speaks where HTTP itself is concerned, and not one of its nouns. */
export interface Dialect {
	/** The answer for a method and path that is no route. */
	noRoute(method: string, path: string): Answer;
	/** Whether a body is read before route and key are looked at, and what is wrong with it told. */
	readsBodyFirst: boolean;
	/** Whether a body of this type is read as JSON; others are left to the route. */
	readsAsJson(contentType: string): boolean;
	tooLarge(): ServiceError;
	invalidJson(): ServiceError;
	/** Something in the server broke. */
	crash(): ServiceError;
	/** Whether fields that a body does not have are wrong. */
	strictBodies: boolean;
	/** The error for a body with these problems, one at least. */
	refusal(problems: Problem[]): ServiceError;
}

const UNKNOWN_KEYS =
	'Unrecognized key in body -- please review the v2 API documentation for request body changes';

const hosted: Dialect = {
	noRoute: () => ({ status: 404, json: { success: false, error: 'Not Found' } }),
	readsBodyFirst: false,
	readsAsJson: (contentType) => !contentType.startsWith('multipart/'),
	tooLarge: () => new ServiceError(413, 'Payload Too Large'),
	invalidJson: () =>
		new ServiceError(400, 'Bad Request', {
			details: [{ path: [], message: 'The body is not valid JSON', code: 'invalid_json' }],
			code: 'BAD_REQUEST_INVALID_JSON',
		}),
	crash: () => new ServiceError(500, 'Internal Server Error'),
	strictBodies: false,
	refusal: (problems) => {
		const isUrl = problems.every(({ path }) => path.length === 1 && path[0] === 'url');
		return badRequest(isUrl ? 'Invalid URL' : 'Bad Request', problems);
	},
};

function open2026(isSelfHosted: boolean): Dialect {
	return {
		noRoute: (method, path) => ({
			status: 404,
			headers: { 'content-type': 'text/html; charset=utf-8' },
			body: noRoutePage(method, path),
		}),
		readsBodyFirst: true,
		readsAsJson: (contentType) => /^application\/json\b/i.test(contentType),
		tooLarge: () => new ServiceError(413, 'Request body is too large'),
		invalidJson: () =>
			new ServiceError(400, 'Bad request, malformed JSON', { code: 'BAD_REQUEST_INVALID_JSON' }),
		crash: () => unknownError(isSelfHosted),
		strictBodies: true,
		refusal: (problems) => {
			const [first] = problems;
			if (problems.some(({ keys }) => keys)) return badRequest(UNKNOWN_KEYS, problems);
			return badRequest(first?.code === 'custom' ? first.message : 'Bad Request', problems);
		},
	};
}

/** Knew no 413 and told unknown fields in the details only. */
function open2025(isSelfHosted: boolean): Dialect {
	// Its one recorded crash has the words of a server with a database, though it had none.
	const crash = (): ServiceError => unknownError(false);
	return {
		...open2026(isSelfHosted),
		tooLarge: crash,
		crash,
		refusal: (problems) =>
			badRequest(
				'Bad Request',
				problems.map((problem) => (problem.keys ? { ...problem, message: UNKNOWN_KEYS } : problem)),
			),
	};
}

/** How a deployment speaks; `isSelfHosted`: an open server without authentication and database. */
export function dialectOf(deployment: Deployment, isSelfHosted: boolean): Dialect {
	switch (deployment) {
		case 'hosted':
			return hosted;
		case 'open2026':
			return open2026(isSelfHosted);
		case 'open2025':
			return open2025(isSelfHosted);
	}
}

function badRequest(error: string, details: Problem[]): ServiceError {
	return new ServiceError(400, error, { details, code: 'BAD_REQUEST' });
}

/** The page of the web framework that the open servers are built on. */
function noRoutePage(method: string, path: string): string {
	const shown = path.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
	return [
		'<!DOCTYPE html>',
		'<html lang="en">',
		'<head>',
		'<meta charset="utf-8">',
		'<title>Error</title>',
		'</head>',
		'<body>',
		`<pre>Cannot ${method} ${shown}</pre>`,
		'</body>',
		'</html>',
		'',
	].join('\n');
}
