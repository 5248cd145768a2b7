import { isRecord } from '../contract/checks';

/** Anything shorter is no key but a slip of the pen, and would be found inside ordinary words. */
const MIN_KEY_LENGTH = 4;

/** The same without the key, in case an answer repeats it. */
export function withoutKey<T>(value: T, apiKey: string): T {
	if (apiKey.length < MIN_KEY_LENGTH) return value;
	if (typeof value === 'string') return value.replaceAll(apiKey, '***') as T;
	if (Array.isArray(value)) return value.map((entry) => withoutKey<unknown>(entry, apiKey)) as T;
	if (!isRecord(value)) return value;
	const entries = Object.entries(value).map(([name, entry]) => [
		withoutKey(name, apiKey),
		withoutKey(entry, apiKey),
	]);
	return Object.fromEntries(entries) as T;
}
