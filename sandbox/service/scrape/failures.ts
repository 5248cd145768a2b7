import { ServiceError } from '../http/serviceError.ts';

/** The causes that the service offers for a page it could not get. */
const LIKELY_CAUSES =
	"This usually happens when: (1) The URL is invalid or the page doesn't exist (404), (2) The website is blocking automated access, (3) The website is down or unreachable, (4) The page requires authentication. Double check the URL is correct and accessible in a browser. If the issue persists, contact us at help@firecrawl.com with your request ID for investigation.";

/** A page that no engine could get. */
export function allEnginesFailed(...engines: string[]): ServiceError {
	return new ServiceError(
		500,
		`All scraping engines failed to retrieve content from this URL. Engines tried: [${engines.join(', ')}]. ${LIKELY_CAUSES}`,
		{ code: 'SCRAPE_ALL_ENGINES_FAILED' },
	);
}

export function timedOut(): ServiceError {
	return new ServiceError(
		408,
		'The scrape operation timed out before completing. This happens when a page takes too long to load, render, or process. Possible causes: (1) The website is slow or unresponsive, (2) The page has heavy JavaScript that takes time to execute, (3) The page is very large or has many resources to load, (4) Network latency is high. To fix this, try increasing the timeout parameter in your scrape request, or if using actions, reduce what they wait for.',
		{ code: 'SCRAPE_TIMEOUT' },
	);
}

/** The hosted service answers a host that does not exist with 200 and `success: false`. */
export function noSuchHost(hostname: string): ServiceError {
	return new ServiceError(
		200,
		`DNS resolution failed for hostname "${hostname}". Check that the domain is spelled correctly and exists.`,
		{ code: 'SCRAPE_DNS_RESOLUTION_ERROR' },
	);
}

export function badCertificate(): ServiceError {
	return new ServiceError(
		500,
		'The website has an invalid TLS certificate. Set skipTlsVerification to true to scrape it all the same.',
		{ code: 'SCRAPE_SSL_ERROR' },
	);
}

export function unsupportedFile(contentType: string): ServiceError {
	return new ServiceError(
		500,
		`The URL returned a file type that Firecrawl cannot process: ${contentType}. Firecrawl supports HTML web pages, PDFs, and common document formats. Binary files like images, videos, executables, and archives are not supported. If you expected this URL to return a web page, the server may be misconfigured or returning the wrong content type.`,
		{ code: 'SCRAPE_UNSUPPORTED_FILE_ERROR' },
	);
}

export function actionFailed(reason: string): ServiceError {
	return new ServiceError(500, `An action could not be performed: ${reason}`, {
		code: 'SCRAPE_ACTION_ERROR',
	});
}

export function actionsNotSupported(): ServiceError {
	return new ServiceError(
		400,
		'Actions are not supported by any available engines. Actions require Fire Engine (fire-engine) to be enabled.',
		{ code: 'SCRAPE_ACTIONS_NOT_SUPPORTED' },
	);
}

export function notCached(): ServiceError {
	return new ServiceError(404, 'No cached data is available for this request.', {
		code: 'SCRAPE_NO_CACHED_DATA',
	});
}

export function notCachedInLockdown(): ServiceError {
	return new ServiceError(
		404,
		'No cached data is available for this request in lockdown mode. Lockdown mode only serves previously cached responses and never makes outbound requests. To resolve this, either disable lockdown mode to allow a fresh scrape, or try again after the URL has been scraped and cached.',
		{ code: 'SCRAPE_LOCKDOWN_CACHE_MISS' },
	);
}
