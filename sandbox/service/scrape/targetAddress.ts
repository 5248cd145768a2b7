import type { Problem } from '../http/validation.ts';
import { withScheme } from '../http/webAddress.ts';

/**
 * The address as the service reads it: a missing scheme becomes `http://`. Undefined when it is
 * none: only http and https, and the host an IP address, `localhost` or a name under a top-level
 * domain.
 */
export function targetAddress(value: string): string | undefined {
	const written = value.trim();
	const address = withScheme(written);
	if (/\s/.test(address) || !URL.canParse(address)) return undefined;
	const { protocol, hostname } = new URL(address);
	if (!/^https?:$/.test(protocol)) return undefined;
	const isIp = /^[\d.]+$/.test(hostname) || hostname.startsWith('[');
	const isName =
		/^(.+\.)?localhost$/.test(hostname) || /\.[a-z0-9-]*[a-z][a-z0-9-]*$/i.test(hostname);
	return isIp || isName ? address : undefined;
}

/** The issues that the service lists for an address it refuses. */
export function addressProblems(value: unknown, path: Problem['path']): Problem[] {
	if (typeof value !== 'string') {
		const received = value === undefined ? 'undefined' : typeof value;
		const message = `Invalid input: expected string, received ${received}`;
		return [{ code: 'invalid_type', path, message }];
	}
	if (targetAddress(value) !== undefined) return [];
	const messages = ['URL must have a valid top-level domain or be an IP address', 'Invalid URL'];
	return [
		{ code: 'invalid_format', path, message: 'Invalid URL' },
		...messages.map((message) => ({ code: 'custom', path, message })),
	];
}
