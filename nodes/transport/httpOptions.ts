import type { IHttpRequestOptions } from 'n8n-workflow';

/**
 * How every request is sent. Statuses are judged by `readAnswer`, which needs the headers; the body
 * comes as a stream, because only so can its size be bounded; redirects are not followed, because
 * n8n would send the key along to the other host. The domains that a credential is limited to are for
 * nodes whose users choose the address: here it is the credential's own.
 */
export const HTTP_OPTIONS = {
	json: true,
	encoding: 'stream',
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
	allowedDomains: undefined,
} satisfies Partial<IHttpRequestOptions>;
