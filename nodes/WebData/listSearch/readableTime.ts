/**
 * A time as n8n writes it; Swedish comes closest.
 *
 * @param ms Unix milliseconds
 */
export function readableTime(ms: number, timeZone: string): string {
	const format = new Intl.DateTimeFormat('sv-SE', {
		dateStyle: 'short',
		timeStyle: 'short',
		timeZone,
	});
	return format.format(ms);
}
