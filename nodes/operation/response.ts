import type {
	IDataObject,
	IExecuteSingleFunctions,
	IN8nHttpFullResponse,
	INodeExecutionData,
} from 'n8n-workflow';

/** Hands a response on as it came: who sent the request knows how to read it. */
export function response(
	this: IExecuteSingleFunctions,
	_items: INodeExecutionData[],
	full: IN8nHttpFullResponse,
): Promise<INodeExecutionData[]> {
	return Promise.resolve([{ json: full as unknown as IDataObject }]);
}

/** The response that `response` has handed on. */
export function fullResponse([item]: INodeExecutionData[]): IN8nHttpFullResponse {
	return item?.json as unknown as IN8nHttpFullResponse;
}
