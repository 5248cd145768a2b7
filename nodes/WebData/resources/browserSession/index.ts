import type { INodeProperties, NodeHint } from 'n8n-workflow';

import { close, closeFields } from './close';
import { execute, executeFields } from './execute';
import { getAll, getAllFields } from './getAll';
import { open, openFields } from './open';

export const browserSessionProperties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: 'open',
		displayOptions: { show: { resource: ['browserSession'] } },
		options: [close, execute, getAll, open],
	},
	...openFields,
	...executeFields,
	...getAllFields,
	...closeFields,
];

/** What the editor says as long as a session is being opened by the workflow. */
export const openSessionHint: NodeHint = {
	type: 'warning',
	message:
		'A browser session costs credits until it is closed. Close it on every path of the workflow, on the error output of each node between too.',
	displayCondition:
		'={{ $parameter["resource"] === "browserSession" && $parameter["operation"] === "open" }}',
	whenToDisplay: 'always',
	location: 'outputPane',
};
