import type { IPollFunctions } from 'n8n-workflow';

import { accountOf, CREDENTIAL, type Account } from '../../transport/account';
import type { Explanation } from '../../messages/explanation';

/** The credential was deleted, or n8n cannot give it: a secret that an expression names is gone. */
export class CredentialUnreadable extends Error {
	readonly explanation: Explanation;

	constructor(cause: unknown) {
		const reason = cause instanceof Error ? cause.message : '';
		super('The credential of this node cannot be read', { cause });
		this.explanation = {
			message: this.message,
			description: [
				'It may have been deleted, or one of its expressions may have failed.',
				reason && `n8n says: "${reason}".`,
				'Choose or repair the credential of this node; polls then go on where they stopped.',
			]
				.filter(Boolean)
				.join(' '),
			details: { retryable: false },
		};
	}
}

/**
 * The account that the trigger watches with.
 *
 * @throws FieldError when the credential's Base URL is not a URL
 */
export async function readAccount(context: IPollFunctions): Promise<Account> {
	const credential = await context.getCredentials(CREDENTIAL).catch((error: unknown) => {
		throw new CredentialUnreadable(error);
	});
	return accountOf(credential);
}
