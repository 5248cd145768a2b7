import { isRecord } from '../../contract/checks';
import { ConnectionBroken, UntrustedConnection } from '../../transport/failure';
import { requestFailure } from '../../transport/networkFailure';

/** Codes of OpenSSL and Node for a certificate that is not trusted, not for other trouble with TLS. */
const CERTIFICATE = /^(CERT_|ERR_TLS_CERT_|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_)/;

/** Codes of axios and the operating system for an answer, or a connection, that did not come. */
const TOO_LATE = /^(ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT)$/;

/** Why no answer came from the service, and what to do, as a sentence for the user. */
export function noAnswer(error: unknown, baseURL: string): string {
	const causes = causesOf(error);
	if (causes.some(({ name }) => typeof name === 'string' && name.startsWith('SsrfBlocked'))) {
		return `Requests to ${baseURL} are blocked by n8n's SSRF protection. Whoever runs n8n can allow the address with N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES.`;
	}
	const failure = networkFailure(error);
	const code = failure?.code ?? '';
	const shown = code && ` (${code})`;
	if (failure instanceof UntrustedConnection) {
		return CERTIFICATE.test(code)
			? `n8n does not trust the certificate of ${baseURL}${shown}. Check the host in Base URL; a certificate of your own has to be made known to n8n with NODE_EXTRA_CA_CERTS.`
			: `${baseURL} does not answer in https as n8n knows it${shown}. Check the port in Base URL, and whether the address begins with http:// instead.`;
	}
	if (TOO_LATE.test(code)) {
		return `Nothing answers at ${baseURL} in time${shown}. Check the host and port in Base URL, and that no firewall swallows n8n's requests.`;
	}
	const elsewhere = causes.map((cause) => otherAddress(cause, baseURL)).find(Boolean);
	if (elsewhere !== undefined) {
		return `n8n sends requests to ${baseURL} by way of ${elsewhere}, which does not take them${shown}. Check the proxy that n8n is set to use (HTTP_PROXY, HTTPS_PROXY, NO_PROXY).`;
	}
	return `Nothing answers at ${baseURL}${shown}. Check Base URL, and that n8n can reach it.`;
}

/** The error as a failure of the network, where it is one. */
function networkFailure(error: unknown): ConnectionBroken | UntrustedConnection | undefined {
	try {
		const failure = requestFailure(error);
		const isKnown = failure instanceof ConnectionBroken || failure instanceof UntrustedConnection;
		return isKnown ? failure : undefined;
	} catch {
		return undefined;
	}
}

/** An error with what brought it about; for a host with several addresses, that of each. */
function causesOf(error: unknown): Array<Record<string, unknown>> {
	if (!isRecord(error)) return [];
	const parts = Array.isArray(error.errors) ? error.errors : [];
	return [error, ...causesOf(error.cause), ...parts.filter(isRecord)];
}

/** Where n8n wanted to connect, if this is not the host and port of the Base URL. */
function otherAddress(cause: Record<string, unknown>, baseURL: string): string | undefined {
	const { syscall, hostname, address, port } = cause;
	const wanted = new URL(baseURL);
	if (syscall === 'getaddrinfo' && typeof hostname === 'string') {
		return hostname === wanted.hostname ? undefined : hostname;
	}
	if (syscall !== 'connect' || typeof address !== 'string' || typeof port !== 'number') {
		return undefined;
	}
	const wantedPort = Number(wanted.port) || (wanted.protocol === 'https:' ? 443 : 80);
	const isAddress = /^[\d.]+$/.test(wanted.hostname);
	if (port === wantedPort && (!isAddress || address === wanted.hostname)) return undefined;
	return `${address.includes(':') ? `[${address}]` : address}:${port}`;
}
