import { ServiceError } from '../http/serviceError.ts';
import { list, numeric, object, oneOf, text } from '../http/validation.ts';

/** `noOverrides`: enabled, but requests may not override the team's policy. */
export type ThreatProtection = 'disabled' | 'enabled' | 'noOverrides';

const domain = text({
	pattern: /^(\*\.)?([a-z0-9_]([a-z0-9_-]*[a-z0-9_])?\.)*[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i,
	means: 'a domain or *.domain without protocol, path or port',
});

/** The contract's `threatProtection` object. */
export const threatProtection = object({
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
});

const reasons = {
	disabled: 'Threat protection is not enabled for this team.',
	noOverrides: 'The organization does not allow per-request threat protection.',
};

/** Throws 403 when a request brings `threatProtection` and the team may not use it. */
export function checkThreatProtection(
	setting: ThreatProtection,
	body: { threatProtection?: unknown },
): void {
	if (body.threatProtection !== undefined && setting !== 'enabled')
		throw new ServiceError(403, 'Forbidden', { details: reasons[setting] });
}
