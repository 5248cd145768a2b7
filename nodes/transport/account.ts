import { createHash } from 'node:crypto';

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { httpUrl } from '../contract/checks';

export const CREDENTIAL = 'webDataApi';

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
 * @throws FieldError when Base URL is not an absolute http(s) URL
 */
export function accountOf(credential: ICredentialDataDecryptedObject): Account {
	const baseURL = serviceAddress(credential.baseUrl);
	const apiKey = apiKeyOf(credential);
	const digest = createHash('sha256').update(`${baseURL}\n${apiKey}`).digest('hex');
	return { baseURL, digest, apiKey, credential };
}

/** The API Key of a credential, without anything invisible that was copied with it. */
export function apiKeyOf({ apiKey }: ICredentialDataDecryptedObject): string {
	return typeof apiKey === 'string' ? apiKey.replace(/[^!-~]/g, '') : '';
}

/** The Base URL of a credential, which may be written with `/` or `/v2` at its end. */
export function serviceAddress(baseUrl: unknown): string {
	return httpUrl('Base URL', baseUrl).replace(/\/+$/, '').replace(/\/v2$/, '').replace(/\/+$/, '');
}
