import { createHmac, timingSafeEqual } from 'node:crypto';

/** Header in which the service signs what it sends (service facts, "Webhooks"). */
export const SIGNATURE_HEADER = 'x-firecrawl-signature';

/**
 * Whether a body is signed with the account's secret: HMAC-SHA256 over its bytes, in hexadecimal
 * digits behind `sha256=`. The comparison takes the same time wherever the two differ.
 *
 * @param signature value of the header, whatever was sent
 */
export function isSigned(body: Uint8Array, signature: unknown, secret: string): boolean {
	const [, digits = ''] = /^sha256=([0-9a-f]{64})$/i.exec(String(signature)) ?? [];
	const given = Buffer.from(digits, 'hex');
	const expected = createHmac('sha256', secret).update(body).digest();
	return given.length === expected.length && timingSafeEqual(given, expected);
}
