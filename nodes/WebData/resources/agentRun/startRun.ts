import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { agentRequest } from '../../../contract/requests/agentRun';
import { recordsOf } from '../../../contract/records';
import { runJob, type JobResult } from '../../../jobs/runJob';
import { readWaiting, type Waiting } from '../../../jobs/waiting';
import { failedRun } from '../../../messages/agentRun';
import { ExplainedFailure } from '../../../messages/explanation';
import type { Call, RequestLimits } from '../../../operation/call';
import type { Input } from '../../../operation/input';
import { chosenSchema } from '../../fields/resultFormat';
import { AGENT_RUN } from './requests';
import { endFields, readEnd } from './runEnd';

const DEFAULT_WAIT_SECONDS = 900;

interface Selection {
	body: Record<string, unknown>;
	/** Undefined where the run is not waited for. */
	waiting?: Waiting;
	onFailedRun: 'error' | 'returnStatus';
	output: 'run' | 'records';
}

/** @throws FieldError, also for what is only needed after the start: then it would be too late */
export function startSelection(input: Input): Selection {
	const body = {
		...input.body,
		auditMetadata: input.group('options.auditMetadata'),
		threatProtection: input.group('options.threatProtection'),
	};
	return {
		body: agentRequest(body, chosenSchema(input)),
		waiting: readWaiting(input, DEFAULT_WAIT_SECONDS),
		onFailedRun: input.oneOf('options.onFailedRun', 'error', 'returnStatus'),
		output: input.oneOf('output', 'run', 'records'),
	};
}

/**
 * Starts a run and, if wanted, waits for its end.
 *
 * @returns one item with the start's answer or the run's last status, or an item for each record of
 * its result; each with `jobId`
 */
export async function startRun(call: Call, selection: Selection): Promise<INodeExecutionData[]> {
	const { body, waiting } = selection;
	const request = { method: 'POST', path: '/v2/agent', body } as const;
	return await runJob(
		call,
		AGENT_RUN,
		request,
		waiting,
		async (job, limits) => await itemsOf(call, selection, job, limits),
	);
}

async function itemsOf(
	call: Call,
	{ onFailedRun, output }: Selection,
	{ jobId, started, status, hasEnded }: JobResult,
	limits: RequestLimits,
): Promise<INodeExecutionData[]> {
	if (!status) return [{ json: { jobId, ...started } }];
	if (!hasEnded) return [{ json: { jobId, ...status } }];
	const end = await readEnd(call, jobId, status, limits);
	if (end.outcome !== 'succeeded' && onFailedRun === 'error') {
		throw new ExplainedFailure(failedRun(jobId, status, end));
	}
	const run: IDataObject = { jobId, ...status, ...endFields(end) };
	if (output === 'run' || end.outcome !== 'succeeded') return [{ json: run }];
	return recordsOf(status.data).map((record) => ({ json: { jobId, ...record } }));
}
