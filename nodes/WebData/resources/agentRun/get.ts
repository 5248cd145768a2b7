import type { INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { hasEnded } from '../../../contract/agentOutcome';
import type { Call } from '../../../operation/call';
import { operation } from '../../../operation/operation';
import { requireField } from '../../../transport/requireField';
import { agentRunId, agentRunIdOf } from '../../fields/agentRunId';
import { requestOptionsField } from '../../fields/requestOptions';
import { endFields, readEnd } from './runEnd';
import { read, routeOf } from './requests';

const show = { resource: ['agentRun'], operation: ['get'] };

export const getFields: INodeProperties[] = [
	{ ...agentRunId, displayOptions: { show } },
	requestOptionsField(show),
];

export const get: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	action: 'Get an agent run',
	description: 'Read the status of an agent run and, once it has completed, its result',
	routing: operation({ fields: getFields, read: agentRunIdOf, work: getRun }),
};

/** One item with the status; of a run that has ended also with how, in the terms of the trigger. */
async function getRun(call: Call, jobId: string): Promise<INodeExecutionData[]> {
	const status = await read(call, routeOf(jobId));
	requireField(status, 'status', 'text', 'status of an agent run');
	const end = hasEnded(status.status) ? await readEnd(call, jobId, status) : undefined;
	return [{ json: { jobId, ...status, ...(end && endFields(end)) } }];
}
