import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../../contract/checks';
import type { Call } from '../../../operation/call';
import { requireField } from '../../../transport/requireField';
import { read } from './requests';

/** The most that a list gives at once (service facts, "G. Monitor"). */
export const MAX_PAGE = 100;

/**
 * The entries of a list that is read by limit and offset. The service tells neither how many there are
 * nor whether more follow: a page that is not full is the last one.
 *
 * @param what the list is, such as "list of monitors"
 * @throws UnusableAnswer when an answer holds no list
 */
export async function readByOffset(
	call: Call,
	path: string,
	limit: number,
	filters: IDataObject,
	what: string,
): Promise<IDataObject[]> {
	// An entry that is new meanwhile moves the others, so that one may come twice.
	const found = new Map<unknown, IDataObject>();
	for (let offset = 0; found.size < limit;) {
		const asked = Math.min(MAX_PAGE, limit - found.size);
		const answer = await read(call, path, { ...filters, limit: asked, offset });
		const page = requireField(answer, 'data', 'list', what).filter(isRecord) as IDataObject[];
		for (const entry of page) found.set(entry.id, entry);
		if (page.length < asked) break;
		offset += page.length;
	}
	return [...found.values()].slice(0, limit);
}
