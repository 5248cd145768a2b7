import type { Explanation } from './explanation';

/**
 * A job with more pages than n8n can keep as items.
 *
 * @param pages how many of them were read
 */
export function tooManyPages(noun: string, jobId: string, pages: number): Explanation {
	const count = pages.toLocaleString('en-US');
	return {
		message: 'The pages are too large to leave the node as items',
		description: `n8n cannot keep more than about 100 MB of them, so that reading ended after ${count} pages of the ${noun}. Nothing is lost: use Get with the job id ${jobId}, and set Output under Options to File, which takes any number of pages, or read fewer with Limit. Do not start the ${noun} again, which would be paid again.`,
		details: { jobId, pages, retryable: false, mayHaveBegun: true },
	};
}
