import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import { sendAnswer, type Answer } from './answer.ts';
import type { Authentication } from '../team/authentication.ts';
import type { Dialect } from './dialect.ts';
import type { Fault, Faults } from './faults.ts';
import { drop, sendFaultyAnswer, waitWhileConnected } from './faultyAnswer.ts';
import type { RateLimiter } from '../team/rateLimit.ts';
import { formForLog, receiveForm, type FormPart } from './multipart.ts';
import { bodyForLog, parseBody, receiveBody } from './requestBody.ts';
import { logRequest, type LoggedRequest } from './requestLog.ts';
import { findRoute, type Route } from './route.ts';
import { ServiceError } from './serviceError.ts';

/** What may be answered for a route that a deployment lacks; 404 as for any unknown path. */
export type MissingRouteStatus = 404 | 405 | 501;

const missingRouteTexts = { 405: 'Method Not Allowed', 501: 'Not Implemented' };

export interface ApiParts {
	routes: readonly Route[];
	authentication: Authentication;
	rateLimiter: RateLimiter;
	faults: Faults;
	requests: LoggedRequest[];
	/** Routes that this deployment lacks, by name, with the status it answers instead. */
	withoutRoutes: Partial<Record<string, MissingRouteStatus>>;
	dialect: Dialect;
	maxBodyBytes: number;
	/** Largest part of a form whose bytes are kept for the route. */
	maxPartBytes: number;
}

/** The service's HTTP interface: log, fault, then route, key, rate limit and body, in this order. */
export function createApiServer(parts: ApiParts): Server {
	const server = createServer((request, response) => {
		answerRequest(parts, request, response).catch(() => response.destroy());
	});
	// Longer than any client keeps an idle connection, so that none is closed under a new request.
	server.keepAliveTimeout = 120_000;
	return server;
}

async function answerRequest(
	parts: ApiParts,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	// Not URL, which would resolve "..": a path is logged and routed as it was sent.
	const [, path = '', queryText = ''] = /^([^?]*)\??(.*)$/s.exec(request.url ?? '') ?? [];
	const query = new URLSearchParams(queryText);
	const keyIsValid = parts.authentication.isValid(request.headers);
	const entry = logRequest(request, response, { path, query, keyIsValid });
	parts.requests.push(entry);
	const { raw, form } = await receive(parts, request);
	entry.body = form ? formForLog(form) : bodyForLog(raw);

	const fault = parts.faults.take(entry);
	entry.faulty = fault !== undefined;
	const respond = (): Promise<Answer> =>
		respondToRequest(parts, { request, response, path, query, raw, form });
	if (fault) await answerFaultily(fault, response, respond);
	else sendAnswer(response, await respond());
}

async function answerFaultily(
	fault: Fault,
	response: ServerResponse,
	respond: () => Promise<Answer>,
): Promise<void> {
	if (fault.distortion?.kind === 'dropBeforeHandling') {
		if (fault.delay) await waitWhileConnected(response, fault.delay);
		drop(response, fault.distortion.reset);
		return;
	}
	if (fault.answer && fault.afterHandling) await respond();
	const answer = fault.answer ?? (await respond());
	if (fault.delay && !(await waitWhileConnected(response, fault.delay))) return;
	await sendFaultyAnswer(response, answer, fault);
}

interface ReceivedRequest {
	request: IncomingMessage;
	response: ServerResponse;
	path: string;
	query: URLSearchParams;
	/** The body; undefined when it was too large. */
	raw: Buffer | undefined;
	form: FormPart[] | undefined;
}

/** Reads a request to its end: a form part by part, and any other body as it is. */
async function receive(
	{ maxBodyBytes, maxPartBytes }: ApiParts,
	request: IncomingMessage,
): Promise<Pick<ReceivedRequest, 'raw' | 'form'>> {
	const contentType = request.headers['content-type'] ?? '';
	if (!contentType.startsWith('multipart/form-data'))
		return { raw: await receiveBody(request, maxBodyBytes), form: undefined };
	return { raw: Buffer.alloc(0), form: await receiveForm(request, contentType, maxPartBytes) };
}

/** The service's own answer, without faults. */
async function respondToRequest(
	parts: ApiParts,
	{ request, response, path, query, raw, form }: ReceivedRequest,
): Promise<Answer> {
	const { dialect } = parts;
	const readBody = (): unknown => parseBody(raw, request.headers['content-type'], dialect);
	try {
		if (dialect.readsBodyFirst) readBody();
		const method = request.method ?? '';
		const found = findRoute(parts.routes, method, path);
		const missing = found ? parts.withoutRoutes[found.route.name] : 404;
		if (!found || missing === 404) return dialect.noRoute(method, path);
		if (missing) throw new ServiceError(missing, missingRouteTexts[missing]);
		const team = parts.authentication.team(request.headers, found.route.name);
		parts.rateLimiter.admit(team, 'all', found.route.group, found.route.name);
		return await found.route.handle({
			team,
			params: found.params,
			query,
			body: readBody(),
			headers: request.headers,
			raw,
			form,
			signal: closeSignal(response),
		});
	} catch (error) {
		const { status, headers, body } = error instanceof ServiceError ? error : dialect.crash();
		return { status, headers, json: body };
	}
}

function closeSignal(response: ServerResponse): AbortSignal {
	const closed = new AbortController();
	response.once('close', () => closed.abort());
	return closed.signal;
}
