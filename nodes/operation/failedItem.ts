import * as n8nWorkflow from 'n8n-workflow';
import type { INode, INodeExecutionData } from 'n8n-workflow';

import type { Explanation } from '../messages/explanation';

/**
 * From 2.36 on, every n8n takes an item with `details` for a failed one; before, it would leave by
 * the wrong output. Nothing tells n8n's version, but this function came with that release.
 */
const ERROR_OUTPUT_TAKES_DETAILS = 'recordConsumedAuth' in n8nWorkflow;

/**
 * The item that stands for a failed input under Continue On Fail. With exactly these keys and no
 * `error` beside `json`, n8n also recognises it as the error output's and joins the input's data.
 */
export function failedItem(
	{ message, description, details }: Explanation,
	{ onError }: INode,
	itemIndex: number,
): INodeExecutionData {
	const hasDetails = onError !== 'continueErrorOutput' || ERROR_OUTPUT_TAKES_DETAILS;
	return {
		// Without a second text an older n8n would not recognise the item either.
		json: { error: message, message: description || message, ...(hasDetails && { details }) },
		pairedItem: { item: itemIndex },
	};
}
