import type { INodeProperties } from 'n8n-workflow';

import { cancel, cancelFields } from './cancel';
import { get, getFields } from './get';
import { getAll, getAllFields } from './getAll';
import { getSnapshot, getSnapshotFields } from './getSnapshot';
import { getTrace, getTraceFields } from './getTrace';
import { start, startFields } from './start';

export const agentRunProperties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: 'start',
		displayOptions: { show: { resource: ['agentRun'] } },
		options: [cancel, get, getAll, getSnapshot, getTrace, start],
	},
	...startFields,
	...getFields,
	...getAllFields,
	...cancelFields,
	...getTraceFields,
	...getSnapshotFields,
];
