import type {
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { isBlank, isRecord, oneOf } from '../../../contract/checks';
import type { Call } from '../../../operation/call';
import { inReadingOrder } from '../../../operation/columns';
import type { Input } from '../../../operation/input';
import { operation } from '../../../operation/operation';
import { requireField } from '../../../transport/requireField';
import { limitFields, readLimit } from '../../fields/limit';
import { requestOptionsField } from '../../fields/requestOptions';
import { READ } from './requests';

const show = { resource: ['browserSession'], operation: ['getAll'] };

export const getAllFields: INodeProperties[] = [
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
				default: 'active',
				description: 'Return only sessions with this status',
				options: [
					{ name: 'Active', value: 'active', description: 'Open, and costing credits' },
					{ name: 'Destroyed', value: 'destroyed', description: 'Closed' },
				],
			},
		],
	},
	requestOptionsField(show, [
		{
			displayName: 'Include CDP URL',
			name: 'includeCdpUrl',
			type: 'boolean',
			default: false,
			description:
				'Whether each session also carries the address by which programs control it. Whoever knows it needs no API key.',
		},
	]),
];

export const getAll: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many browser sessions',
	description: "List the team's browser sessions, for instance to find those left open",
	routing: operation({ fields: getAllFields, read: selectionOf, work: listSessions }),
};

interface Selection {
	limit: number;
	status?: string;
	includeCdpUrl: boolean;
}

function selectionOf(input: Input): Selection {
	const status = input.parameter('filters.status', '');
	return {
		limit: readLimit(input),
		includeCdpUrl: input.flag('options.includeCdpUrl', false),
		...(!isBlank(status) && { status: oneOf('active', 'destroyed')('status', status) }),
	};
}

/** An item for each session. The service has no pages of them. */
async function listSessions(
	call: Call,
	{ limit, status, includeCdpUrl }: Selection,
): Promise<INodeExecutionData[]> {
	const qs = status === undefined ? {} : { status };
	const answer = await call.send(READ, { method: 'GET', path: '/v2/interact', qs });
	const sessions = requireField(answer, 'sessions', 'list', 'list of browser sessions');
	return sessions
		.filter(isRecord)
		.slice(0, limit)
		.map((session) => ({ json: itemOf(session as IDataObject, includeCdpUrl) }));
}

function itemOf({ id, cdpUrl, ...fields }: IDataObject, includeCdpUrl: boolean): IDataObject {
	return inReadingOrder(
		{ ...fields, sessionId: id, ...(includeCdpUrl && { cdpUrl }) },
		['sessionId', 'status', 'createdAt', 'lastActivity'],
		[],
	);
}
