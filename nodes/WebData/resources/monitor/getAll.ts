import type { INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { ExplainedFailure } from '../../../messages/explanation';
import { CANNOT_LIST_MONITORS } from '../../../messages/missingRoutes';
import type { Call } from '../../../operation/call';
import { operation } from '../../../operation/operation';
import { isMissingRoute } from '../../../transport/missingRoute';
import { limitFields, readLimit } from '../../fields/limit';
import { requestOptionsField } from '../../fields/requestOptions';
import { monitorItem } from './items';
import { readByOffset } from './listPages';
import { MONITORS } from './requests';

const show = { resource: ['monitor'], operation: ['getAll'] };

export const getAllFields: INodeProperties[] = [...limitFields(show), requestOptionsField(show)];

export const getAll: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many monitors',
	description: "List the team's monitors",
	routing: operation({ fields: getAllFields, read: readLimit, work: listMonitors }),
};

async function listMonitors(call: Call, limit: number): Promise<INodeExecutionData[]> {
	const monitors = await readByOffset(call, MONITORS, limit, {}, 'list of monitors').catch(
		(error: unknown) => {
			throw isMissingRoute(error) ? new ExplainedFailure(CANNOT_LIST_MONITORS) : error;
		},
	);
	return monitors.map((monitor) => ({ json: monitorItem(monitor) }));
}
