import type {
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { isBlank, oneOf } from '../../../contract/checks';
import { CHECK_STATUSES } from '../../../contract/monitorCheck';
import type { Call } from '../../../operation/call';
import type { Input } from '../../../operation/input';
import { operation } from '../../../operation/operation';
import { limitFields, readLimit } from '../../fields/limit';
import { monitorId, monitorIdOf } from '../../fields/monitorId';
import { requestOptionsField } from '../../fields/requestOptions';
import { checkItem } from './items';
import { readByOffset } from './listPages';
import { routeOf } from './requests';

const show = { resource: ['monitor'], operation: ['getChecks'] };

export const getChecksFields: INodeProperties[] = [
	{ ...monitorId, displayOptions: { show } },
	...limitFields(show),
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		default: {},
		placeholder: 'Add Filter',
		displayOptions: { show },
		options: [
			{
				displayName: 'Status',
				name: 'status',
				type: 'options',
				default: 'completed',
				description: 'Return only checks with this status',
				options: [
					{ name: 'Completed', value: 'completed' },
					{ name: 'Failed', value: 'failed' },
					{
						name: 'Partial',
						value: 'partial',
						description: 'Some pages could not be read',
					},
					{ name: 'Queued', value: 'queued' },
					{ name: 'Running', value: 'running' },
					{
						name: 'Skipped: No Credits',
						value: 'skipped_no_credits',
						description: 'The account had not enough credits; not every server knows this status',
					},
					{
						name: 'Skipped: Overlap',
						value: 'skipped_overlap',
						description: 'The check before it was still running',
					},
				],
			},
		],
	},
	requestOptionsField(show),
];

export const getChecks: INodePropertyOptions = {
	name: 'Get Checks',
	value: 'getChecks',
	action: 'Get the checks of a monitor',
	description: 'List when a monitor has checked and how many pages had changed',
	routing: operation({ fields: getChecksFields, read: selectionOf, work: listChecks }),
};

interface Selection {
	monitorId: string;
	limit: number;
	filters: IDataObject;
}

function selectionOf(input: Input): Selection {
	const status = input.parameter('filters.status', '');
	return {
		monitorId: monitorIdOf(input),
		limit: readLimit(input),
		filters: isBlank(status) ? {} : { status: oneOf(...CHECK_STATUSES)('status', status) },
	};
}

async function listChecks(call: Call, selection: Selection): Promise<INodeExecutionData[]> {
	const { monitorId: id, limit, filters } = selection;
	const checks = await readByOffset(call, routeOf(id, '/checks'), limit, filters, 'list of checks');
	return checks.map((check) => ({ json: checkItem(check, id) }));
}
