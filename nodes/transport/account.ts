import { createHash } from 'node:crypto';

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { FieldError, httpUrl } from '../contract/checks';

export const CREDENTIAL = 'webDataApi';

const BASE_URL = 'Base URL';

/** Whom requests are sent to, and in whose name. */
export interface Account {
	/** Address of the service without `/v2` and without a slash at its end. */
	baseURL: string;
	/** Names the account without telling the key. */
	digest: string;
	apiKey: string;
	/** As n8n gave it, to authenticate requests with. */
	credential: ICredentialDataDecryptedObject;
}

/**
 * The account that a credential stands for.
 *
 * @throws FieldError when Base URL is not an address of a service
 */
export function accountOf(credential: ICredentialDataDecryptedObject): Account {
	const baseURL = serviceAddress(credential.baseUrl);
	const apiKey = apiKeyOf(credential);
	const digest = createHash('sha256').update(`${baseURL}\n${apiKey}`).digest('hex');
	return { baseURL, digest, apiKey, credential };
}

/** What a key copied from an example of a request has before it. */
const HEADER_PREFIX = /^[^!-~]*(authorization:[^!-~]*)?bearer[^!-~]+/i;

/** The API Key of a credential, without "Bearer" and anything invisible that was copied with it. */
export function apiKeyOf({ apiKey }: ICredentialDataDecryptedObject): string {
	if (typeof apiKey !== 'string') return '';
	return apiKey.replace(HEADER_PREFIX, '').replace(/[^!-~]/g, '');
}

/**
 * The Base URL of a credential, which may be written with `/` or `/v2` at its end.
 *
 * @throws FieldError when it is no absolute http(s) URL, or says more than an address: a user name
 * would compete with the API key, and paths cannot follow a query or a fragment
 */
function serviceAddress(baseUrl: unknown): string {
	const url = httpUrl(BASE_URL, baseUrl);
	if (/^https?:\/\/[^/\\?#]*@/i.test(url)) {
		const found = url.replace(/\/\/.*@/, '//…@');
		throw new FieldError(BASE_URL, 'must not hold a user name or a password', found);
	}
	const end = url.search(/[?#]/);
	if (end >= 0) {
		const found = `${url.slice(0, end + 1)}…`;
		throw new FieldError(BASE_URL, 'must end before any "?" or "#"', found);
	}
	return url.replace(/\/+$/, '').replace(/\/v2$/, '').replace(/\/+$/, '');
}
