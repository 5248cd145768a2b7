import type { Explanation } from './explanation';

/** An account that holds fewer credits than the user wants left for the work. */
export function tooFewCredits(remainingCredits: number, minCredits: number): Explanation {
	return {
		message: `The account has ${remainingCredits} credits left, fewer than Min Credits (${minCredits})`,
		description:
			'Nothing was started. Add credits at the service, wait for the next billing period, or lower Min Credits under Options.',
		details: { remainingCredits, minCredits, retryable: false },
	};
}

/** An account whose credits could not be read, although the user wants them looked at. */
export function creditsUnknown({ message, description, ...more }: Explanation): Explanation {
	return {
		...more,
		message: `The credits of the account could not be checked: ${message}`,
		description: `Nothing was started. ${description} Without Min Credits under Options, the work starts unchecked.`,
	};
}
