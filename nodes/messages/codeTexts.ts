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
};
