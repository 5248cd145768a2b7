import type {
	IExecuteSingleFunctions,
	IN8nHttpFullResponse,
	INodeExecutionData,
} from 'n8n-workflow';

import { readAnswer } from '../transport/answer';
import { answerTimeout } from '../transport/nodeRun';

/** An answer as one item, its fields as the service names them. */
export async function answerItem(
	this: IExecuteSingleFunctions,
	_items: INodeExecutionData[],
	response: IN8nHttpFullResponse,
): Promise<INodeExecutionData[]> {
	const answer = await readAnswer(response, { timeout: answerTimeout(this) });
	return [{ json: answer as INodeExecutionData['json'] }];
}
