import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { explain } from '../../messages/explain';
import { withoutKey } from '../../messages/withoutKey';
import { apiError } from '../../operation/apiError';
import { apiKeyOf, CREDENTIAL } from '../../transport/account';

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
