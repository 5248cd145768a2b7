/** The middle value; of an even number of values the mean of the two in the middle. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length >> 1;
	const upper = sorted[middle] ?? Number.NaN;
	return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Median with the range of the middle half of the values, for a table: `0.48 (0.45 to 0.53)`. */
export function spread(values: readonly number[], digits = 2): string {
	const sorted = [...values].sort((a, b) => a - b);
	const at = (part: number) => sorted[Math.round((sorted.length - 1) * part)] ?? Number.NaN;
	const [low, middle, high] = [at(0.25), median(sorted), at(0.75)].map((value) =>
		value.toFixed(digits),
	);
	return `${middle} (${low} to ${high})`;
}

/** Each value divided by that of the same round of another series. */
export function ratios(values: readonly number[], to: readonly number[]): number[] {
	return values.map((value, round) => value / (to[round] ?? Number.NaN));
}
