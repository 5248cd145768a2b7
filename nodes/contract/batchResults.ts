import type { PageFailure } from './jobPages';
import { sameAddress } from './requests/batch';

/** What has become of an address. */
export type PageResult<Document> =
	| { document: Document }
	| { failure: PageFailure }
	| { isInvalid: true }
	/** The job has ended and says nothing of it. */
	| { isMissing: true };

/** What is known of a job that has ended. */
export interface BatchFindings<Document> {
	documents: Document[];
	failures: PageFailure[];
	invalidUrls: unknown;
	/** The address under which a document was asked for. */
	addressOf: (document: Document) => string | undefined;
}

/** From the strictest to the most lenient: ways in which a server may spell an address anew. */
const SPELLINGS: Array<(url: string) => string> = [
	(url) => url,
	sameAddress,
	(url) => sameAddress(url.includes('://') ? url : `http://${url}`).replace(/\/?(#.*)?$/, ''),
	(url) =>
		decoded(
			sameAddress(url)
				.replace(/^https?:\/\//, '')
				.replace(/\/?(#.*)?$/, ''),
		),
];

/**
 * What has become of each address of a batch. A document goes to the address that it was asked for
 * under; where a server spells that in another way, to the one that is most like it.
 *
 * @param urls as they were sent
 */
export function batchResults<Document>(
	urls: readonly string[],
	{ documents, failures, invalidUrls, addressOf }: BatchFindings<Document>,
): Map<string, PageResult<Document>> {
	const results = new Map<string, PageResult<Document>>();
	const assign = (found: Array<[string | undefined, PageResult<Document>]>): void => {
		let left = found;
		for (const spelled of SPELLINGS) {
			const open = new Map<string, string>();
			// The first of several takes it; the map keeps the last one set.
			for (const url of urls.toReversed()) if (!results.has(url)) open.set(spelled(url), url);
			left = left.filter(([address, result]) => {
				const spelling = address === undefined ? undefined : spelled(address);
				const url = spelling === undefined ? undefined : open.get(spelling);
				if (spelling === undefined || url === undefined) return true;
				results.set(url, result);
				open.delete(spelling);
				return false;
			});
		}
	};
	assign(documents.map((document) => [addressOf(document), { document }]));
	assign(failures.map((failure) => [failure.url, { failure }]));
	const invalid = Array.isArray(invalidUrls) ? invalidUrls : [];
	assign(invalid.map((url: unknown) => [String(url), { isInvalid: true }]));
	for (const url of urls) if (!results.has(url)) results.set(url, { isMissing: true });
	return results;
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
