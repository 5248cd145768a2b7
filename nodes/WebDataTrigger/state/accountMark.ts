import { createHash, randomBytes } from 'node:crypto';

/**
 * Names an account in the state of one trigger. Whoever may read a workflow may read its state, and
 * an export carries it along: with a salt of its own, it cannot be compared with that of another
 * trigger, nor with a list of digests made beforehand.
 *
 * @param digest the account's digest, which is the same everywhere
 */
export function accountMark(digest: string, salt = randomBytes(16).toString('hex')): string {
	return `${salt}:${createHash('sha256').update(`${salt}\n${digest}`).digest('hex')}`;
}

/** Whether a mark is that of an account. */
export function isMarkOf(mark: string, digest: string): boolean {
	const [salt = '', hash] = mark.split(':');
	return hash !== undefined && accountMark(digest, salt) === mark;
}
