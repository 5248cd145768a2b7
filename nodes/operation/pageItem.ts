import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../contract/checks';

/** What is known of a page beyond its document. */
export interface PageOrigin {
	/** The address as it was asked for; that of the metadata where left out. */
	url?: string;
	/** The job that read it; left out of the item where there is none. */
	jobId?: string;
}

/**
 * A page as the JSON of an item: the document of the service with its fields at the top level (its
 * form is that of service, A4), after the address and before the job.
 */
export function pageItem(document: IDataObject, { url, jobId }: PageOrigin = {}): IDataObject {
	const address = url ?? addressOf(document);
	return {
		...(address !== undefined && { url: address }),
		...document,
		...(jobId !== undefined && { jobId }),
	};
}

/** The address under which a document was asked for, as the service says it. */
export function addressOf({ metadata }: IDataObject): string | undefined {
	const { sourceURL, url } = isRecord(metadata) ? metadata : {};
	return [sourceURL, url].find((address) => typeof address === 'string');
}

/** Id of the scrape that a document came from. */
export function scrapeIdOf({ metadata }: IDataObject): string | undefined {
	const id = isRecord(metadata) ? metadata.scrapeId : undefined;
	return typeof id === 'string' ? id : undefined;
}

/** The status with which the website answered, where it was an error. */
export function errorStatusOf({ metadata }: IDataObject): number | undefined {
	const status = isRecord(metadata) ? Number(metadata.statusCode) : Number.NaN;
	return status >= 400 ? status : undefined;
}
