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
];
