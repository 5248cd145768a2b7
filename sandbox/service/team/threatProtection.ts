import { ServiceError } from '../http/serviceError.ts';
import { list, numeric, object, oneOf, text } from '../http/validation.ts';
import type { Wording } from './wording.ts';

/** `noOverrides`: enabled, but requests may not override the team's policy. */
export type ThreatProtection = 'disabled' | 'enabled' | 'noOverrides';

const domain = text({
	pattern: /^(\*\.)?([a-z0-9_]([a-z0-9_-]*[a-z0-9_])?\.)*[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i,
	means: 'a domain or *.domain without protocol, path or port',
});

/** The contract's `threatProtection` object. */
export const threatProtection = object(
	{
		mode: oneOf(['off', 'normal']),
		blacklist: list(domain, { max: 1000 }),
		whitelist: list(domain, { max: 1000 }),
		blockedTlds: list(
			text({
				pattern: /^(?!.*[A-Z.])\S+$/,
				means: 'a top-level domain in lower case without the leading dot',
			}),
			{ max: 1000 },
		),
		failurePolicy: oneOf(['open', 'closed']),
		riskScoreThreshold: numeric({ integer: true, min: 0, max: 100 }),
	},
	{ body: true },
);

/** Throws 403 when a request brings `threatProtection` and the team may not use it. */
export function checkThreatProtection(
	setting: ThreatProtection,
	wording: Wording['threatProtection'],
	body: { threatProtection?: unknown },
): void {
	if (body.threatProtection === undefined || setting === 'enabled') return;
	const { error, details } = wording[setting];
	throw new ServiceError(403, error, { details });
}
