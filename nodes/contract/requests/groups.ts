import {
	FieldError,
	isBlank,
	isRecord,
	listOf,
	objectOf,
	oneOf,
	textUpTo,
	wholeNumber,
} from '../checks';

const MAX_DOMAINS = 1000;
const MAX_USERNAME_LENGTH = 1024;

const domains = listOf(
	'must hold domains such as example.com or *.example.com, without protocol, path or port',
	/^(\*\.)?[\p{L}\p{M}\p{N}_-]+(\.[\p{L}\p{M}\p{N}_-]+)*$/u,
	MAX_DOMAINS,
);

/** Contract, "auditMetadata object". The group has one field, which is required. */
export function auditMetadata(field: string, value: unknown): Record<string, unknown> {
	if (!isRecord(value) || isBlank(value.username)) {
		throw new FieldError(`${field}.username`, 'is required', undefined);
	}
	return { username: textUpTo(MAX_USERNAME_LENGTH)(`${field}.username`, value.username) };
}

/** Contract, "threatProtection object". */
export const threatProtection = objectOf({
	mode: oneOf('off', 'normal'),
	blacklist: domains,
	whitelist: domains,
	blockedTlds: listOf(
		'must hold top-level domains in lower case without a dot, such as zip',
		/^[\p{Ll}\p{Lo}\p{M}\p{N}-]+$/u,
		MAX_DOMAINS,
	),
	failurePolicy: oneOf('open', 'closed'),
	riskScoreThreshold: wholeNumber(0, 100),
});

/** Contract, "location object". */
export const location = objectOf({
	country,
	languages: listOf('must hold locales such as en-US', /^[A-Za-z0-9*;=.-]+$/),
});

export function country(field: string, value: unknown): string {
	if (typeof value === 'string' && /^[A-Za-z]{2}$/.test(value.trim())) {
		return value.trim().toUpperCase();
	}
	throw new FieldError(field, 'must be two letters (ISO 3166-1), such as DE', value);
}
