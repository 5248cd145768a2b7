import { custom, list, object, text } from './validation.ts';

/** Codes that have a name but are no country's. */
const NO_COUNTRIES = ['EU', 'EZ', 'UK', 'UN', 'XA', 'XB', 'ZZ'];

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** The contract's `location` object. */
export const location = object({
	country: text({ pattern: /^[A-Z]{2}$/, means: 'an ISO 3166-1 alpha-2 code' }),
	languages: list(text()),
});

/** `location` as the open servers take it: a real country, in letters of either case. */
export const openLocation = object({
	country: custom(isCountry, 'Invalid country code. Use a valid ISO 3166-1 alpha-2 country code.'),
	languages: list(text()),
});

function isCountry(value: unknown): boolean {
	if (typeof value !== 'string' || !/^[a-z]{2}$/i.test(value)) return false;
	const code = value.toUpperCase();
	return names.of(code) !== undefined && !NO_COUNTRIES.includes(code);
}
