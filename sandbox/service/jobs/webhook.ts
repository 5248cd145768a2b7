import { eitherOf, list, object, oneOf, webAddress, type Rule } from '../http/validation.ts';

/** The `webhook` field of a job that can tell these events: an address, or an object with one. */
export function webhook(events: readonly string[]): Rule {
	return eitherOf(
		webAddress,
		object(
			{
				url: webAddress,
				headers: object({}),
				metadata: object({}),
				events: list(oneOf(events)),
			},
			{ required: ['url'] },
		),
	);
}
