import type { ErrorText } from './errorTexts';

/** The errors of browsers that are called into, in words. */
export const BROWSER_TEXTS: Record<string, ErrorText> = {
	'Browser session not found': {
		message: 'There is no such browser session',
		cause: 'It was never opened, was closed, or belongs to another team.',
		fix: 'Use the sessionId that Open returned, with an API key of the same team.',
	},
	'Replay context is unavailable': {
		message: 'The page of this scrape cannot be opened again',
		cause: 'The service no longer knows how the page was scraped.',
		fix: 'Scrape the page again, and interact with it soon after.',
	},
	'Browser session has been destroyed': {
		message: 'The browser session has ended',
		cause: 'It was closed, or the time ran out that it was given as a whole or without use.',
		fix: 'Open another session, with a longer Lifetime or Idle Lifetime if need be.',
	},
	'Scrape interact requires stored scrape context': {
		message: 'This deployment of the service cannot interact with pages',
		cause: 'A server of your own without a database does not keep how a page was scraped.',
		fix: 'Use the hosted service, or browser actions of Page > Scrape.',
	},
	'Browser feature is not configured': {
		message: 'This deployment of the service has no browsers to work with',
		cause: 'A server of your own needs a browser service, and was told of none.',
		fix: 'Configure its browser service, or use the hosted one.',
	},
};
