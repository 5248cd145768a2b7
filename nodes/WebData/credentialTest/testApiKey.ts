import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IDataObject,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { FieldError } from '../../contract/checks';
import { accountOf, type Account } from '../../transport/account';
import { noAnswer } from './noAnswer';
import { failure, proofIn, troubleIn, type ProbeAnswer } from './probeAnswer';

/** How long an answer is waited for, milliseconds. */
const TIMEOUT_MS = 15_000;

interface Probe {
	method: 'GET' | 'POST';
	path: string;
	body?: IDataObject;
}

/**
 * Requests that cost no credits and tell whether the key is good. Deployments may lack the first
 * route, or fail at it; the second is sure to be refused for its empty body, but only after the key.
 */
const PROBES: readonly Probe[] = [
	{ method: 'GET', path: '/v2/team/credit-usage' },
	{ method: 'POST', path: '/v2/map', body: {} },
];

/**
 * The credential's Test button. It tells apart: the key is accepted; the key is rejected; something
 * else than the service answers; something stands between; nothing answers. A function, because a
 * declarative test cannot tell a 404 of the service from one of another host.
 */
export async function testApiKey(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	let account: Account;
	try {
		account = accountOf(credential.data ?? {});
	} catch (error) {
		return failure(error instanceof FieldError ? error.message : 'The credential is incomplete');
	}
	const { baseURL, apiKey } = account;
	if (apiKey === '') {
		return failure('API Key is empty. A deployment without authentication takes any text.');
	}
	let trouble: INodeCredentialTestResult | undefined;
	for (const probe of PROBES) {
		let answer: ProbeAnswer;
		try {
			answer = await send(this, account, probe);
		} catch (error) {
			return failure(noAnswer(error, baseURL));
		}
		const proof = proofIn(answer);
		if (proof) return proof;
		trouble = troubleIn(answer, account) ?? trouble;
	}
	return (
		trouble ??
		failure(`Something answers at ${baseURL}, but it is not the web data service. Check Base URL.`)
	);
}

async function send(
	context: ICredentialTestFunctions,
	{ baseURL, apiKey }: Account,
	{ method, path, body }: Probe,
): Promise<ProbeAnswer> {
	return (await context.helpers.request({
		method,
		uri: `${baseURL}${path}`,
		headers: { Authorization: `Bearer ${apiKey}` },
		json: true,
		...(body && { body }),
		simple: false,
		resolveWithFullResponse: true,
		followRedirect: false,
		followAllRedirects: false,
		timeout: TIMEOUT_MS,
	})) as ProbeAnswer;
}
