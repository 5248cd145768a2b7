import type { ServiceOptions } from './options.ts';
import { ServiceError } from './serviceError.ts';

const reasons = {
	disabled: 'Threat protection is not enabled for this team.',
	noOverrides: 'The organization does not allow per-request threat protection.',
};

/** Throws 403 when a request brings `threatProtection` and the team may not use it. */
export function checkThreatProtection(
	setting: NonNullable<ServiceOptions['threatProtection']>,
	body: { threatProtection?: unknown },
): void {
	if (body.threatProtection !== undefined && setting !== 'enabled')
		throw new ServiceError(403, 'Forbidden', { details: reasons[setting] });
}
