import type { IDataObject } from 'n8n-workflow';

import type { Explanation } from './explanation';
import { sentence } from './sentence';

/** So many failed pages are named in the text of an error, and in its details. */
const MAX_SHOWN = 10;
const MAX_LISTED = 100;

/** A page that failed, and the input item that asked for it. */
export interface FailedPage {
	url: string;
	explanation: Explanation;
	itemIndex: number;
}

/**
 * Pages of a batch that failed.
 *
 * @param failed one at least
 * @param total how many pages were asked for: of an only one, its own failure says all
 */
export function failedPages(failed: FailedPage[], total: number, jobIds: string[]): Explanation {
	const [only] = failed;
	if (only && total === 1) return only.explanation;
	const shown = failed.slice(0, MAX_SHOWN).map(({ url, explanation, itemIndex }) => {
		const { error } = explanation.details;
		const reason = typeof error === 'string' ? error : explanation.message;
		return `[item ${itemIndex}] ${url}: ${firstSentence(reason)}`;
	});
	const more = failed.length - shown.length;
	const [first = ''] = jobIds;
	return {
		message: `${failed.length} of ${total} pages failed`,
		description: [
			sentence(shown.join('; ')),
			more > 0 && `And ${more} more.`,
			total > failed.length &&
				`The other ${total - failed.length} were read and are kept for 24 hours: use Get with the job id ${jobIds.join(' or ')}.`,
			'Set On Error in the settings of this node to go on with them, each failed page then being an item of its own.',
		]
			.filter(Boolean)
			.join(' '),
		details: {
			failed: failed.length,
			total,
			jobId: first,
			...(jobIds.length > 1 && { jobIds }),
			failures: failed.slice(0, MAX_LISTED).map(listed),
			retryable: false,
		},
	};
}

function listed({ url, explanation: { message, details }, itemIndex }: FailedPage): IDataObject {
	const { error, code, statusCode } = details;
	return {
		url,
		itemIndex,
		error: typeof error === 'string' ? error : message,
		...(code !== undefined && { code }),
		...(statusCode !== undefined && { statusCode }),
	};
}

/** The service explains some errors at length. */
function firstSentence(text: string): string {
	return text.split(/(?<=[.!?])\s/)[0]?.replace(/\.$/, '') ?? text;
}
