import type { INodeExecutionData } from 'n8n-workflow';

import type { FailedPage } from '../../../messages/batch';
import { ExplainedFailure, type Explanation } from '../../../messages/explanation';
import { withoutKey } from '../../../messages/withoutKey';
import type { Call } from '../../../operation/call';
import { failedItem } from '../../../operation/failedItem';

/**
 * The pages of an input item with those that failed, each of which is a failed item of its own under
 * Continue On Fail.
 *
 * @param all what to say of the failed pages where the user does not go on
 * @throws ExplainedFailure where the user does not, or nothing else is left
 */
export async function withFailedPages(
	call: Call,
	items: INodeExecutionData[],
	failed: FailedPage[],
	all: () => Promise<Explanation> | Explanation,
): Promise<INodeExecutionData[]> {
	const [first] = failed;
	if (!first) return items;
	if (!call.item.continueOnFail()) throw new ExplainedFailure(await all());
	if (items.length === 0 && failed.length === 1) throw new ExplainedFailure(first.explanation);
	return [...items, ...failed.map((page) => itemOf(call, page))];
}

function itemOf(call: Call, { explanation, itemIndex }: FailedPage): INodeExecutionData {
	const safe = withoutKey(explanation, call.account.apiKey);
	return failedItem(safe, call.item.getNode(), itemIndex);
}
