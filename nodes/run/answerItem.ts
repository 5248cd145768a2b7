import type {
	IExecuteSingleFunctions,
	IN8nHttpFullResponse,
	INodeExecutionData,
} from 'n8n-workflow';

import { readAnswer } from '../transport/answer';

/** An answer as one item, its fields as the service names them. */
export async function answerItem(
	this: IExecuteSingleFunctions,
	_items: INodeExecutionData[],
	response: IN8nHttpFullResponse,
): Promise<INodeExecutionData[]> {
	return [{ json: (await readAnswer(response)) as INodeExecutionData['json'] }];
}
