import type {
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { isBlank, oneOf } from '../../../contract/checks';
import { nextSkip, PAGE_STATUSES, pagesOf, withIsoTimes } from '../../../contract/monitorCheck';
import { ExplainedFailure } from '../../../messages/explanation';
import { failedCheck } from '../../../messages/monitor';
import type { Call } from '../../../operation/call';
import type { Input } from '../../../operation/input';
import { operation } from '../../../operation/operation';
import { limitFields, readLimit } from '../../fields/limit';
import { checkId, checkIdOf, monitorId, monitorIdOf } from '../../fields/monitorId';
import { requestOptionsField } from '../../fields/requestOptions';
import { checkItem, pageItem } from './items';
import { MAX_PAGE } from './listPages';
import { dataOf, read, routeOf } from './requests';

const show = { resource: ['monitor'], operation: ['getCheck'] };

export const getCheckFields: INodeProperties[] = [
	{ ...monitorId, displayOptions: { show } },
	{ ...checkId, displayOptions: { show } },
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		default: 'pages',
		description: 'How the check leaves the node',
		displayOptions: { show },
		options: [
			{
				name: 'One Item per Page',
				value: 'pages',
				description: 'Each page with its status, what has changed and what the judge says of it',
			},
			{
				name: 'One Item with the Check',
				value: 'check',
				description: 'Status, sums and credits of the check, with the list of its pages',
			},
		],
	},
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
				default: 'changed',
				description: 'Return only pages with this status',
				options: [
					{ name: 'Changed', value: 'changed' },
					{ name: 'Error', value: 'error' },
					{ name: 'New', value: 'new' },
					{ name: 'Removed', value: 'removed' },
					{ name: 'Same', value: 'same' },
				],
			},
		],
	},
	requestOptionsField(show),
];

export const getCheck: INodePropertyOptions = {
	name: 'Get Check',
	value: 'getCheck',
	action: 'Get the pages of a check',
	description: 'Read what a check has found: each page with its difference to the check before',
	routing: operation({ fields: getCheckFields, read: selectionOf, work: readCheck }),
};

interface Selection {
	monitorId: string;
	checkId: string;
	output: 'pages' | 'check';
	limit: number;
	filters: IDataObject;
}

function selectionOf(input: Input): Selection {
	const status = input.parameter('filters.status', '');
	return {
		monitorId: monitorIdOf(input),
		checkId: checkIdOf(input),
		output: input.oneOf('output', 'pages', 'check'),
		limit: readLimit(input),
		filters: isBlank(status) ? {} : { status: oneOf(...PAGE_STATUSES)('status', status) },
	};
}

async function readCheck(call: Call, selection: Selection): Promise<INodeExecutionData[]> {
	const { output, monitorId: id } = selection;
	const { check, pages } = await readPages(call, selection);
	if (output === 'check') {
		// All pages are here: where the service would go on concerns nobody any more.
		const item = { ...checkItem({ ...check, pages: pages.map(withIsoTimes) }, id) };
		delete item.next;
		return [{ json: item }];
	}
	// No items would look like a check without news.
	if (check.status === 'failed' && pages.length === 0) {
		throw new ExplainedFailure(failedCheck(check, id));
	}
	return pages.map((page) => ({ json: pageItem(page, check, id) }));
}

interface ReadCheck {
	/** As its first part gives it. */
	check: IDataObject;
	pages: Array<Record<string, unknown>>;
}

async function readPages(
	call: Call,
	{ monitorId: id, checkId: ofCheck, limit, filters }: Selection,
): Promise<ReadCheck> {
	const path = routeOf(id, `/checks/${encodeURIComponent(ofCheck)}`);
	const pages: ReadCheck['pages'] = [];
	let check: IDataObject | undefined;
	for (let skip: number | undefined = 0; skip !== undefined;) {
		const qs = { ...filters, limit: Math.min(MAX_PAGE, limit - pages.length), skip };
		const answer = await read(call, path, qs);
		const part = dataOf(answer, 'check');
		check ??= part;
		const found = pagesOf(part);
		pages.push(...found);
		const isEnough = pages.length >= limit || found.length === 0;
		skip = isEnough ? undefined : nextSkip(answer, skip);
	}
	return { check: check ?? {}, pages: pages.slice(0, limit) };
}
