import type { ErrorRow } from './errorRow';

/**
 * Errors of browsers that are called into, by the beginning of their text (service facts, "F.
 * Interact"). Their status alone would have some of them sent again in vain.
 */
export const BROWSER_TABLE: readonly ErrorRow[] = [
	{
		status: 404,
		error: 'Browser session not found',
		retryable: 'no',
	},
	{
		status: 409,
		error: 'Replay context is unavailable',
		retryable: 'no',
	},
	{
		status: 410,
		error: 'Browser session has been destroyed',
		retryable: 'no',
	},
	{
		status: 501,
		error: 'Scrape interact requires stored scrape context',
		retryable: 'no',
	},
	{
		status: 503,
		error: 'Browser feature is not configured',
		retryable: 'no',
	},
];
