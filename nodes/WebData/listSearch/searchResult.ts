import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { apiKeyOf, CREDENTIAL } from '../../transport/account';
import { apiError } from '../../transport/apiError';
import { explain, withoutKey } from '../../transport/explain';

/** The result of a list's search, or an error that the editor can show. */
export async function searchResult(
	context: ILoadOptionsFunctions,
	search: () => Promise<INodeListSearchResult>,
): Promise<INodeListSearchResult> {
	try {
		return await search();
	} catch (error) {
		const apiKey = apiKeyOf(await context.getCredentials(CREDENTIAL));
		throw apiError(context.getNode(), withoutKey(explain(error), apiKey));
	}
}
