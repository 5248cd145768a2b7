import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { agentRequest } from '../../../contract/agentRequest';
import { flag, isRecord, oneOf, positiveNumber } from '../../../contract/checks';
import { ExplainedFailure, UnusableAnswer } from '../../../transport/failure';
import type { ItemRequest } from '../../sendItem';
import { requestTimeout, START } from './requests';
import { withChosenSchema } from './resultFormat';
import { failedRun, waitForEnd } from './waitForEnd';

const DEFAULT_WAIT_SECONDS = 900;

/** Whether and how the parameters want a run to be waited for. */
interface Wait {
	isWanted: boolean;
	timeoutMs: number;
	onTimeout: 'error' | 'returnStatus';
	onFailedRun: 'error' | 'returnStatus';
}

/**
 * The request that starts a run.
 *
 * @throws FieldError, also for what is only needed after the start: then it would be too late
 */
export function prepareStart(
	request: IHttpRequestOptions,
	item: IExecuteSingleFunctions,
): IHttpRequestOptions {
	waitParameters(item);
	const fields = isRecord(request.body) ? request.body : {};
	return {
		...request,
		body: agentRequest(withChosenSchema(fields, item.getNodeParameter('schemaMode', 'none'))),
		timeout: requestTimeout(item),
	};
}

function waitParameters(item: Pick<IExecuteSingleFunctions, 'getNodeParameter'>): Wait {
	const option = (name: string, fallback: unknown) =>
		item.getNodeParameter(`options.${name}`, fallback);
	const reaction = oneOf('error', 'returnStatus');
	const isWanted = item.getNodeParameter('waitForCompletion', true);
	return {
		isWanted: flag('waitForCompletion', isWanted),
		timeoutMs: positiveNumber('waitTimeout', option('waitTimeout', DEFAULT_WAIT_SECONDS)) * 1000,
		onTimeout: reaction('onWaitTimeout', option('onWaitTimeout', 'error')),
		onFailedRun: reaction('onFailedRun', option('onFailedRun', 'error')),
	};
}

/**
 * Starts a run and, if wanted, waits for its end.
 *
 * @returns one item: the start's answer, or the run's last status, always with `jobId`
 */
export async function startRun(request: ItemRequest): Promise<INodeExecutionData[]> {
	const { item, run } = request;
	const started = (await request.send(START))[0]?.json ?? {};
	const jobId = started.id;
	if (typeof jobId !== 'string') {
		throw new UnusableAnswer(
			'The service named no id for the new agent run',
			'Use Get Many to look for the run before you start another.',
		);
	}
	run.startedJobs.push(jobId);
	const wait = waitParameters(item);
	if (!wait.isWanted) return [{ json: { jobId, ...started } }];
	const { status, end } = await waitForEnd(request, jobId, wait.timeoutMs);
	if (!end) {
		if (wait.onTimeout === 'error') throw notEnded(jobId, status, wait);
		return [{ json: { jobId, ...status } }];
	}
	if (end.outcome !== 'succeeded' && wait.onFailedRun === 'error') {
		throw new ExplainedFailure(failedRun(jobId, status, end));
	}
	const { outcome, errorCode, retryable } = end;
	return [
		{
			json: {
				jobId,
				...status,
				outcome,
				...(errorCode !== undefined && { errorCode }),
				...(retryable !== undefined && { retryable }),
			},
		},
	];
}

function notEnded(jobId: string, status: IDataObject, { timeoutMs }: Wait): ExplainedFailure {
	return new ExplainedFailure({
		message: `The agent run did not end within ${timeoutMs / 1000} s`,
		description: `It goes on. Use Get with the job id ${jobId} to read its result later, or raise Wait Timeout under Options.`,
		details: { jobId, status: status.status, retryable: false },
	});
}
