import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../../contract/checks';
import type { Format } from '../../../contract/requests/formats';
import { inReadingOrder } from '../../../operation/columns';
import { requireField } from '../../../transport/requireField';

const FIRST = ['source', 'url', 'title', 'description', 'snippet', 'date', 'pageError'];
const LAST = ['metadata'];

/** The sources whose results are pages, which can be scraped. */
const OF_PAGES = ['web', 'news'];

/**
 * The results of a search's answer, each with the source it is of. The service groups them by source;
 * groups that this node does not know pass through (service, D).
 *
 * @param formats in which the page of each result was asked for
 * @throws UnusableAnswer when the answer holds no results at all
 */
export function resultsOf(answer: Record<string, unknown>, formats: Format[]): IDataObject[] {
	const { data } = answer;
	// Some servers give the results of the web alone, ungrouped.
	const groups = Array.isArray(data)
		? { web: data }
		: requireField(answer, 'data', 'object', 'search results');
	const types = formats.map((format) => (typeof format === 'string' ? format : format.type));
	return Object.entries(groups).flatMap(([source, results]) =>
		Array.isArray(results) ? results.map((result) => resultOf(source, result, types)) : [],
	);
}

function resultOf(source: string, result: unknown, formats: string[]): IDataObject {
	const known = isRecord(result) ? (result as IDataObject) : { url: String(result) };
	const { error, ...fields }: IDataObject = known;
	const isPage = formats.length > 0 && OF_PAGES.includes(source);
	// Under the name `error` n8n's Retry On Fail would take it for a failed node, and pay again.
	const pageError = error ?? (isPage ? errorOf(fields, formats) : undefined);
	return inReadingOrder({ ...fields, source, ...(pageError && { pageError }) }, FIRST, LAST);
}

/** Why a result has no page although one was asked for. A page without what was asked for is one. */
function errorOf(result: IDataObject, formats: string[]): string | undefined {
	const { metadata } = result;
	if (formats.some((format) => (RESULT_FIELDS[format] ?? format) in result)) return undefined;
	if (!isRecord(metadata)) return NOT_READ;
	return typeof metadata.error === 'string' ? metadata.error : undefined;
}

const NOT_READ =
	'The service returned this result without its page, and without a reason. It may not support the website.';

/** The fields of formats that are not called like them. */
const RESULT_FIELDS: Partial<Record<string, string>> = { question: 'answer' };
