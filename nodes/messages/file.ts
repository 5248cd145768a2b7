import type { Explanation } from './explanation';

/** A page that was read and paid for, although one of its files is missing. */
export function paidPage(
	{ description, details, ...more }: Explanation,
	jobId: string,
): Explanation {
	return {
		...more,
		description: `${description} What was read is kept for about a day: Get reads it again by the id ${jobId}.`,
		details: { ...details, jobId },
	};
}

/**
 * A file of a page that could not be fetched.
 *
 * @param name of the file among those of the page, such as `screenshot`
 * @param url shown without its query, which may be a signature
 */
export function missingFile(name: string, url: string, reason: string): Explanation {
	const address = url.replace(/[?#][^]*$/, '').slice(0, 200);
	return {
		message: `The file “${name}” could not be fetched`,
		description: `${reason} Address: ${address}. The page itself was read; switch Download Files off to get it with the links alone.`,
		details: { file: name, url: address, retryable: false },
	};
}
