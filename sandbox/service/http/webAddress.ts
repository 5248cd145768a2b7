import { allOf, custom, text, type Rule } from './validation.ts';

/** The address as the open servers take it: without a scheme, it is http. */
export function withScheme(address: string): string {
	return /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`;
}

/**
 * An address as the open servers want it. They refuse `localhost`; here it is let through, as the
 * sandbox's own websites are there.
 */
export const openAddress: Rule = (value, path) => {
	if (typeof value !== 'string') return text()(value, path);
	return allOf(
		isOfTheWeb,
		custom(hasPublicHost, 'URL must have a valid top-level domain or be an IP address'),
	)(withScheme(value), path);
};

const isOfTheWeb: Rule = (value, path) => {
	const address = String(value);
	const message = !/^https?:\/\//i.test(address) ? 'URL uses unsupported protocol' : 'Invalid URL';
	const isFine = message === 'Invalid URL' && URL.canParse(address);
	return isFine ? [] : [{ path, message, code: 'invalid_format' }];
};

function hasPublicHost(value: unknown): boolean {
	const { hostname } = new URL(String(value));
	return /(^|\.)localhost$|\.[^.\s]{2,}$|^\d+(\.\d+){3}$|^\[/.test(hostname);
}
