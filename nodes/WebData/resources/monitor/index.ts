import type { INodeProperties } from 'n8n-workflow';

import { create, createFields } from './create';
import { deleteFields, deleteOperation } from './delete';
import { get, getFields } from './get';
import { getAll, getAllFields } from './getAll';
import { getCheck, getCheckFields } from './getCheck';
import { getChecks, getChecksFields } from './getChecks';
import { run, runFields } from './run';
import { update, updateFields } from './update';

export const monitorProperties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: 'create',
		displayOptions: { show: { resource: ['monitor'] } },
		options: [create, deleteOperation, get, getCheck, getChecks, getAll, run, update],
	},
	...createFields,
	...deleteFields,
	...getFields,
	...getCheckFields,
	...getChecksFields,
	...getAllFields,
	...runFields,
	...updateFields,
];
