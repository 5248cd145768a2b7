import type { ErrorRow } from './errorRow';

/**
 * Errors that the service tells apart by `code` alone (service facts, "M. Errors beyond the
 * contract"). Their status, mostly 500, would have them sent again in vain.
 */
export const CODE_TABLE: readonly ErrorRow[] = [
	{
		status: 500,
		error: '',
		code: 'SCRAPE_DNS_RESOLUTION_ERROR',
		retryable: 'no',
	},
	{
		status: 500,
		error: '',
		code: 'SCRAPE_SSL_ERROR',
		retryable: 'no',
	},
	{
		status: 500,
		error: '',
		code: 'SCRAPE_ACTION_ERROR',
		retryable: 'no',
	},
	{
		status: 500,
		error: '',
		code: 'SCRAPE_PDF_INSUFFICIENT_TIME_ERROR',
		retryable: 'no',
	},
	{
		status: 500,
		error: '',
		code: 'SCRAPE_PDF_*',
		retryable: 'no',
	},
	{
		status: 500,
		error: '',
		code: 'SCRAPE_DOCUMENT_*',
		retryable: 'no',
	},
	{
		status: 500,
		error: '',
		code: 'SCRAPE_UNSUPPORTED_FILE_ERROR',
		retryable: 'no',
	},
	{
		status: 500,
		error: '',
		code: 'SCRAPE_ALL_ENGINES_FAILED',
		retryable: 'no',
	},
	{
		status: 500,
		error: '',
		code: 'SCRAPE_RETRY_LIMIT',
		retryable: 'no',
	},
	{
		status: 500,
		error: '',
		code: 'SCRAPE_PROXY_SELECTION_ERROR',
		retryable: 'no',
	},
	{
		status: 500,
		error: '',
		code: 'SCRAPE_ZDR_VIOLATION_ERROR',
		retryable: 'no',
	},
	{
		status: 500,
		error: '',
		code: 'CRAWL_DENIAL',
		retryable: 'no',
	},
	{
		status: 404,
		error: '',
		code: 'SCRAPE_NO_CACHED_DATA',
		retryable: 'no',
	},
	{
		status: 404,
		error: '',
		code: 'SCRAPE_LOCKDOWN_CACHE_MISS',
		retryable: 'no',
	},
	{
		status: 400,
		error: '',
		code: 'SCRAPE_ACTIONS_NOT_SUPPORTED',
		retryable: 'no',
	},
	{
		status: 400,
		error: '',
		code: 'SCRAPE_JSON_CONTENT_TOO_LARGE',
		retryable: 'no',
	},
	{
		status: 403,
		error: '',
		code: 'UNSUPPORTED_SITE',
		retryable: 'no',
	},
	{
		status: 403,
		error: '',
		code: 'unsafe_domain_blocked',
		retryable: 'no',
	},
	{
		status: 403,
		error: '',
		code: 'SCRAPE_MEDIA_ACCESS_DENIED',
		retryable: 'no',
	},
	{
		status: 403,
		error: '',
		code: 'SAFE_MODE_BLOCKED',
		retryable: 'no',
	},
	{
		status: 408,
		error: '',
		code: 'CONCURRENCY_QUEUE_TIMEOUT',
		retryable: 'yes',
	},
];
