/** A text of somebody else's as a sentence: with one full stop, or what it ends with. */
export function sentence(text: string): string {
	const trimmed = text.trim();
	return /[.!?…]["”']?$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

/** At most so many characters of a text, marked where it was cut. */
export function shortened(text: string, most: number): string {
	return text.length <= most ? text : `${text.slice(0, most)}…`;
}
