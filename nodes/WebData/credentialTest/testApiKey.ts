import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IDataObject,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { FieldError, isRecord } from '../../contract/checks';
import { accountOf, type Account } from '../../transport/account';

const TIMEOUT_MS = 15_000;

/**
 * Requests that cost no credits and tell whether the key is good. A deployment may lack the first
 * route; then the second, which is sure to be refused for its empty body, but only after the key.
 */
const PROBES: ReadonlyArray<{ method: 'GET' | 'POST'; path: string; body?: IDataObject }> = [
	{ method: 'GET', path: '/v2/team/credit-usage' },
	{ method: 'POST', path: '/v2/map', body: {} },
];

interface ProbeAnswer {
	statusCode: number;
	body: unknown;
}

/**
 * The credential's Test button. It tells apart: the key is accepted; the key is rejected; something
 * else than the service answers; nothing answers. A function, because a declarative test cannot tell
 * a 404 of the service from one of another host.
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
	if (account.apiKey === '') return failure('API Key is empty');
	try {
		for (const probe of PROBES) {
			const result = verdict(await ask(this, account, probe), account.baseURL);
			if (result) return result;
		}
	} catch (error) {
		const code = isRecord(error) && typeof error.code === 'string' ? ` (${error.code})` : '';
		return failure(
			`Nothing answers at ${account.baseURL}${code}. Check Base URL, and that n8n can reach it.`,
		);
	}
	return notThisService(account.baseURL);
}

async function ask(
	context: ICredentialTestFunctions,
	{ baseURL, apiKey }: Account,
	{ method, path, body }: (typeof PROBES)[number],
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

/** What one answer proves; undefined when the route does not exist there, which proves nothing. */
function verdict(
	{ statusCode, body }: ProbeAnswer,
	baseURL: string,
): INodeCredentialTestResult | undefined {
	if (statusCode === 404 || statusCode === 405) return undefined;
	if (!isRecord(body) || typeof body.success !== 'boolean') return notThisService(baseURL);
	if (statusCode === 401) {
		return failure('The service rejected the API key. Copy it anew from its dashboard.');
	}
	if (statusCode >= 500) {
		return failure(`The service answered, but is failing (status ${statusCode}). Try again later.`);
	}
	return { status: 'OK', message: 'The service accepted the API key.' };
}

function notThisService(baseURL: string): INodeCredentialTestResult {
	return failure(
		`Something answers at ${baseURL}, but it is not the web data service. Check Base URL.`,
	);
}

function failure(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}
