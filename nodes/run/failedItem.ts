import type { INodeExecutionData } from 'n8n-workflow';

import type { Explanation } from '../transport/explain';

/**
 * The item that stands for a failed input under Continue On Fail. With exactly these keys and no
 * `error` beside `json`, n8n also recognises it as the error output's and joins the input's data.
 */
export function failedItem(
	{ message, description, details }: Explanation,
	itemIndex: number,
): INodeExecutionData {
	return {
		json: { error: message, message: description, details },
		pairedItem: { item: itemIndex },
	};
}
