import type { Explanation } from './explanation';
import { sentence } from './sentence';

/** A file of a page that could not be fetched. */
export interface MissingFile {
	/** Its name among those of the page, such as `screenshot`. */
	name: string;
	url: string;
	reason: string;
}

/** A page that fails for want of a file, and can be read again at no cost. */
export function missingFile({ name, url, reason }: MissingFile, jobId: string): Explanation {
	const address = withoutQuery(url);
	return {
		message: `The file “${name}” could not be fetched`,
		description: `${sentence(reason)} Address: ${address}. The page itself was read; switch Download Files off to get it with the links alone. What was read is kept for about a day: Get reads it again by the id ${jobId}.`,
		details: { file: name, url: address, retryable: false, jobId },
	};
}

/** What stands on the item of a page that leaves the node without some of its files. */
export function missingFilesNote(files: readonly MissingFile[]): string {
	return files
		.map(({ name, url, reason }) => {
			return `The file “${name}” could not be fetched: ${sentence(reason)} Address: ${withoutQuery(url)}.`;
		})
		.join(' ');
}

/** An address without what may be a signature. */
function withoutQuery(url: string): string {
	return url.replace(/[?#][^]*$/, '').slice(0, 200);
}
