import type { ErrorText } from './errorTexts';

/** The errors that the service tells apart by `code` alone, in words. */
export const CODE_TEXTS: Record<string, ErrorText> = {
	SCRAPE_DNS_RESOLUTION_ERROR: {
		message: 'There is no such website',
		cause: 'The host name in the URL leads nowhere.',
		fix: 'Check the spelling of the URL.',
	},
	SCRAPE_SSL_ERROR: {
		message: 'The website has no valid certificate',
		cause: 'The service does not trust the certificate of the website.',
		fix: 'Turn on Skip TLS Verification if you trust the website all the same.',
	},
	SCRAPE_ACTION_ERROR: {
		message: 'A browser action failed',
		cause: 'The page did not let the action be done, for example because an element is missing.',
		fix: 'Check the actions against the page, and wait for what they need.',
	},
	SCRAPE_PDF_INSUFFICIENT_TIME_ERROR: {
		message: 'The time did not suffice for the PDF',
		cause: 'Reading a PDF of this length takes longer than the timeout of the request.',
		fix: 'Raise Timeout, or read fewer of its pages.',
	},
	'SCRAPE_PDF_*': {
		message: 'The PDF could not be read',
		cause: 'The service could not fetch the PDF, or find text in it.',
		fix: 'Open the PDF in a browser, or try another way to parse it.',
	},
	'SCRAPE_DOCUMENT_*': {
		message: 'The document could not be read',
		cause: 'The service could not fetch the document, or find text in it.',
		fix: 'Open the document in a browser to see whether it is what the URL promises.',
	},
	SCRAPE_UNSUPPORTED_FILE_ERROR: {
		message: 'The service cannot read this kind of file',
		cause: 'The URL leads to a file that is neither a page nor a document the service knows.',
		fix: 'Leave this URL out, or download the file with an HTTP Request node.',
	},
	SCRAPE_ALL_ENGINES_FAILED: {
		message: 'The page could not be read in any way',
		cause: 'The service has tried all its ways to open the page already.',
		fix: 'Check the URL in a browser; the website may not exist, or may keep machines out.',
	},
	SCRAPE_RETRY_LIMIT: {
		message: 'The service gave the page up after several tries',
		cause: 'Each of its own tries to open the page has failed.',
		fix: 'Check the URL in a browser, or ask for fewer formats.',
	},
	SCRAPE_PROXY_SELECTION_ERROR: {
		message: 'The service has no proxy that fits',
		cause: 'No proxy stands where the request wants the page to be visited from.',
		fix: 'Choose another location or another kind of proxy.',
	},
	SCRAPE_ZDR_VIOLATION_ERROR: {
		message: 'Zero data retention forbids this',
		cause: 'One of the chosen options has to keep data, which the setting of the team forbids.',
		fix: 'Remove the option that the service names.',
	},
	CRAWL_DENIAL: {
		message: 'The website does not want to be crawled',
		cause: 'Its rules for machines forbid the page.',
		fix: 'Crawl only websites that allow it.',
	},
	SCRAPE_NO_CACHED_DATA: {
		message: 'The service has no copy of the page',
		cause: 'With Min Age, only copies of that age count, and there is none.',
		fix: 'Lower Min Age, or leave it out to have the page opened.',
	},
	SCRAPE_LOCKDOWN_CACHE_MISS: {
		message: 'Lockdown found no copy of the page',
		cause: 'Lockdown lets no request leave the service, and it has no copy of this page.',
		fix: 'Leave Lockdown out to have the page opened.',
	},
	SCRAPE_ACTIONS_NOT_SUPPORTED: {
		message: 'This page takes no browser actions',
		cause: 'It is a file, or this server has no browser.',
		fix: 'Leave Actions out.',
	},
	SCRAPE_JSON_CONTENT_TOO_LARGE: {
		message: 'The page is too long for JSON',
		cause: 'The AI cannot read so much text at once.',
		fix: 'Keep only parts of the page with Include Tags.',
	},
	UNSUPPORTED_SITE: {
		message: 'The service does not open this website',
		cause: 'It has taken the website off its list.',
		fix: 'Leave this URL out.',
	},
	unsafe_domain_blocked: {
		message: 'The website was blocked as unsafe',
		cause: 'Threat protection rates it as a risk.',
		fix: 'Leave this URL out, or allow the domain under Threat Protection.',
	},
	SCRAPE_MEDIA_ACCESS_DENIED: {
		message: 'The website does not give its media away',
		cause: 'Audio or video of this page needs a login, or may not be read.',
		fix: 'Leave the formats Audio and Video out.',
	},
	SAFE_MODE_BLOCKED: {
		message: 'The page was blocked by safe mode',
		cause: 'The settings of the team keep such pages out.',
		fix: 'Leave this URL out, or ask who manages the team.',
	},
	CONCURRENCY_QUEUE_TIMEOUT: {
		message: 'The page has waited too long for a free browser',
		cause: 'All browsers of the plan were busy for most of the timeout.',
		fix: 'Raise Timeout, lower Max Concurrency, or use Batch Scrape.',
	},
};
