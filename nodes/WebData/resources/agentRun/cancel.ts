import type {
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Call } from '../../../operation/call';
import { operation } from '../../../operation/operation';
import { ErrorAnswer } from '../../../transport/failure';
import { agentRunId, agentRunIdOf } from '../../fields/agentRunId';
import { requestOptionsField } from '../../fields/requestOptions';
import { READ, routeOf } from './requests';

const displayOptions = { show: { resource: ['agentRun'], operation: ['cancel'] } };

export const cancelFields: INodeProperties[] = [
	{ ...agentRunId, displayOptions },
	requestOptionsField(displayOptions.show, [
		{
			displayName: 'Ignore Finished Runs',
			name: 'ignoreFinished',
			type: 'boolean',
			default: false,
			description:
				'Whether a run that is already over or already being cancelled counts as done rather than as an error',
		},
	]),
];

export const cancel: INodePropertyOptions = {
	name: 'Cancel',
	value: 'cancel',
	action: 'Cancel an agent run',
	description: 'End an agent run early; the step that it is in is still finished',
	routing: operation({
		fields: cancelFields,
		read: (input) => ({
			jobId: agentRunIdOf(input),
			ignoreFinished: input.flag('options.ignoreFinished', false),
		}),
		work: cancelRun,
	}),
};

async function cancelRun(
	call: Call,
	{ jobId, ignoreFinished }: { jobId: string; ignoreFinished: boolean },
): Promise<INodeExecutionData[]> {
	const answer = await call
		.send(READ, { method: 'DELETE', path: routeOf(jobId) })
		.catch((error: unknown) => answerOfFinished(error, ignoreFinished));
	return [{ json: { jobId, ...answer } }];
}

/**
 * What a cancel that was answered with an error comes to for the user.
 *
 * @throws the error itself, unless the run is over and the user accepts that
 */
function answerOfFinished(error: unknown, ignoreFinished: boolean): IDataObject {
	const isOver = error instanceof ErrorAnswer && error.status === 409;
	if (!isOver) throw error;
	const { attempts, serviceError = '' } = error;
	// A repeated request gets this because the first one, whose answer was lost, did its work.
	if (attempts > 1 && /already cancelled/i.test(serviceError)) return { success: true };
	if (!ignoreFinished) throw error;
	return { success: true, alreadyOver: true, reason: serviceError };
}
