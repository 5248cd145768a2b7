import type { IDataObject } from 'n8n-workflow';

/**
 * What a failed node has to say of work that goes on at the service all the same.
 *
 * @param jobIds of jobs that were started and are not named otherwise
 * @param mayHaveBegun whether more starts had no answer that settles whether they began
 */
export function startedWork(
	jobIds: readonly string[],
	mayHaveBegun: boolean,
): { sentence: string; details: IDataObject } | undefined {
	if (jobIds.length === 0 && !mayHaveBegun) return undefined;
	return {
		sentence: [
			jobIds.length > 0 && `Jobs that this node had already started: ${jobIds.join(', ')}.`,
			mayHaveBegun && 'For other items, work may have begun whose start was not confirmed.',
			'Do not run the node again before you have looked at them.',
		]
			.filter(Boolean)
			.join(' '),
		details: { mayHaveBegun: true, ...(jobIds.length > 0 && { startedJobIds: [...jobIds] }) },
	};
}
