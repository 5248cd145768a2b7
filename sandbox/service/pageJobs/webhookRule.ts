import { eitherOf, list, object, oneOf, webAddress } from '../http/validation.ts';
import { strictObject, textMap } from '../scrape/rules.ts';

/** The `webhook` field of crawls and batches: an address, or an object with one. Short names only. */
export const webhookRule = eitherOf(
	webAddress,
	strictObject(
		{
			url: webAddress,
			headers: textMap,
			metadata: object({}),
			events: list(oneOf(['completed', 'failed', 'page', 'started'])),
		},
		['url'],
	),
);
