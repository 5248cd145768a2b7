/** Host names that mean nothing outside of the network that they belong to. */
const LOCAL_NAME = /^[^.]+$|\.(?:local|localhost|internal|lan|home|intranet|test|example)$/;

/** Addresses of loopback and of networks that are not part of the internet. */
const PRIVATE_IPV4 =
	/^(?:0|10|127)\.|^169\.254\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./;
const PRIVATE_IPV6 = /^\[(?:::1?|f[cde][0-9a-f:]+)\]$/;

/**
 * Whether nobody on the internet can reach a URL's host, so far as the URL itself tells.
 *
 * @param url absolute
 */
export function isPrivateAddress(url: string): boolean {
	if (!URL.canParse(url)) return true;
	const host = new URL(url).hostname.toLowerCase().replace(/\.$/, '');
	const mapped = /^\[::ffff:([0-9a-f]+):[0-9a-f]+\]$/.exec(host);
	if (mapped) return isPrivateAddress(`http://${ipv4Start(mapped[1] ?? '')}.0.0`);
	if (host.startsWith('[')) return PRIVATE_IPV6.test(host);
	return /^[\d.]+$/.test(host) ? PRIVATE_IPV4.test(host) : LOCAL_NAME.test(host);
}

/** The first half of an IPv4 address, from the digits in which IPv6 writes it. */
function ipv4Start(digits: string): string {
	const value = Number.parseInt(digits, 16);
	return `${value >> 8}.${value & 255}`;
}
