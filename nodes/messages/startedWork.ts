import type { IDataObject } from 'n8n-workflow';

/** What a failed node leaves behind at the service. */
interface Remains {
	/** Of jobs that were started and are not named otherwise. */
	jobIds: readonly string[];
	/** Of pages that were read, and paid for, for other items. */
	scrapeIds: readonly string[];
	/** Whether more starts had no answer that settles whether they began. */
	mayHaveBegun: boolean;
}

/** What the error of a failed node has to say beside its cause, so that nothing is paid for twice. */
export function startedWork({
	jobIds,
	scrapeIds,
	mayHaveBegun,
}: Remains): { sentence: string; details: IDataObject } | undefined {
	const isAtWork = jobIds.length > 0 || mayHaveBegun;
	if (!isAtWork && scrapeIds.length === 0) return undefined;
	return {
		sentence: [
			jobIds.length > 0 && `Jobs that this node had already started: ${jobIds.join(', ')}.`,
			mayHaveBegun && 'For other items, work may have begun whose start was not confirmed.',
			isAtWork && 'Do not run the node again before you have looked at them.',
			scrapeIds.length > 0 && `${pagesOf(scrapeIds.length)} by Page > Get, which costs nothing.`,
		]
			.filter(Boolean)
			.join(' '),
		details: {
			...(isAtWork && { mayHaveBegun: true }),
			...(jobIds.length > 0 && { startedJobIds: [...jobIds] }),
			...(scrapeIds.length > 0 && { scrapeIds: [...scrapeIds] }),
		},
	};
}

function pagesOf(count: number): string {
	return count === 1
		? 'The page that this node had already read for another item (scrapeIds of the error details) can be had again'
		: `The ${count.toLocaleString('en-US')} pages that this node had already read for other items (scrapeIds of the error details) can be had again`;
}
