import type { IDataObject } from 'n8n-workflow';

import type { PageFailure } from '../contract/jobPages';
import type { Explanation } from './explanation';
import { sentence } from './sentence';

/** A page that the website answered with an error, which the user does not take for a result. */
export function pageErrorStatus(url: string, statusCode: number, ids: IDataObject): Explanation {
	return {
		message: `The website answered with status ${statusCode}`,
		description: `Page: ${url}. The service read and billed it all the same; set If a Page Is an Error to Return the Page to get what it shows.`,
		details: { url, statusCode, retryable: statusCode >= 500 || statusCode === 429, ...ids },
	};
}

/** One page of a job that the service could not read. */
export function failedPage({ url, error, code }: PageFailure, jobId: string): Explanation {
	return {
		message: 'The page could not be read',
		description: `${sentence(`Page: ${url}`)} ${sentence(`Service: “${error}”`)} Job id: ${jobId}.`,
		details: { url, error, ...(code !== undefined && { code }), jobId },
	};
}

/**
 * An address that the service does not take.
 *
 * @param jobId empty where none of the addresses was taken, and no job started
 */
export function invalidAddress(url: string, jobId: string): Explanation {
	return {
		message: 'The service does not accept this URL',
		description: `URL: ${url}. It is malformed, or leads to a website that the service does not open.`,
		details: { url, error: 'invalid URL', ...(jobId !== '' && { jobId }) },
	};
}

/**
 * A page of which a job says nothing, neither that it was read nor why not.
 *
 * @param unread why the job's list of failed pages could not be read, where it could not
 */
export function missingPage(url: string, jobId: string, unread?: Explanation): Explanation {
	const reason = unread
		? `The reasons could not be read (${unread.message}): Get Errors may tell them later.`
		: 'The service names no reason.';
	return {
		message: 'The job ended without this page',
		description: `Page: ${url}. ${reason} Job id: ${jobId}.`,
		details: { url, error: unread ? 'reason could not be read' : 'no result', jobId },
	};
}
