const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/** Codes with a name that are no country of ISO 3166-1. */
const notCountries = /^(AC|CP|CQ|DG|EA|EU|EZ|IC|QO|TA|UN|XA|XB|XK|ZZ)$/;

/** Whether a code is one of ISO 3166-1 alpha-2, in any case. */
export function isCountry(code: string): boolean {
	if (!/^[a-z]{2}$/i.test(code)) return false;
	const region = code.toUpperCase();
	if (notCountries.test(region) || names.of(region) === region) return false;
	// A code that was given up, such as that of a country which is now two, becomes another one.
	return new Intl.Locale(`und-${region}`).maximize().region === region;
}
