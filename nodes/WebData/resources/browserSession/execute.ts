import type { INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { executeRequest, type BrowserRequest } from '../../../contract/requests/interact';
import type { Call } from '../../../operation/call';
import type { Input } from '../../../operation/input';
import { operation } from '../../../operation/operation';
import { callTimeout, codeFields } from '../../fields/browserCode';
import { requestOptionsField } from '../../fields/requestOptions';
import { sessionId, sessionIdOf } from '../../fields/sessionId';
import { routeOf, runInBrowser } from './requests';

const show = { resource: ['browserSession'], operation: ['execute'] };

/** Service, F. */
export const executeFields: INodeProperties[] = [
	{ ...sessionId, displayOptions: { show } },
	...codeFields(show),
	requestOptionsField(show, [callTimeout]),
];

export const execute: INodePropertyOptions = {
	name: 'Execute',
	value: 'execute',
	action: 'Execute code in a browser session',
	description: 'Run code in an open browser; code that fails is an error with its output',
	routing: operation({ fields: executeFields, read: selectionOf, work: executeCode }),
};

interface Selection {
	sessionId: string;
	body: BrowserRequest;
}

function selectionOf(input: Input): Selection {
	return { sessionId: sessionIdOf(input), body: executeRequest(input.body) };
}

/** One item with what the code printed and returned. */
async function executeCode(
	call: Call,
	{ sessionId, body }: Selection,
): Promise<INodeExecutionData[]> {
	const answer = await runInBrowser(call, routeOf(sessionId, '/execute'), body, { sessionId });
	return [{ json: { sessionId, ...answer } }];
}
