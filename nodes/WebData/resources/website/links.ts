import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../../contract/checks';
import { requireField, unexpectedAnswer } from '../../../transport/requireField';

/** Most links that a map may ask for (contract, "Limits"). */
export const MAX_LINKS = 100_000;

/** A link of a map (contract, "Map response body"). */
interface Link extends IDataObject {
	url: string;
	title?: string | null;
	description?: string | null;
}

const WHAT = 'list of links';

/**
 * The links of a map's answer, each with its address and, where there are any, title and description.
 * Older deployments give the address alone (supplement, "Map"); what is no link at all is left out.
 *
 * @throws UnusableAnswer when the answer has no list of links
 */
export function linksOf(answer: Record<string, unknown>): IDataObject[] {
	const links: IDataObject[] = [];
	const entries = requireField(answer, 'links', 'list', WHAT);
	for (const entry of entries) {
		if (typeof entry === 'string') links.push({ url: entry });
		// Not copied without need, to spare the garbage collector.
		else if (isLink(entry)) links.push(isItem(entry) ? entry : itemOf(entry));
	}
	if (links.length === 0 && entries.length > 0) throw unexpectedAnswer(WHAT);
	return links;
}

function isLink(entry: unknown): entry is Link {
	return isRecord(entry) && typeof entry.url === 'string';
}

/** Whether a link has the fields of an item, and no others. */
function isItem(link: Link): boolean {
	for (const name in link) {
		if (name !== 'url' && name !== 'title' && name !== 'description') return false;
	}
	return link.title !== null && link.description !== null;
}

function itemOf({ url, title, description }: Link): IDataObject {
	return {
		url,
		...(typeof title === 'string' && { title }),
		...(typeof description === 'string' && { description }),
	};
}
