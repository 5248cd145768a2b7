import type {
	IExecuteData,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { webhookCall } from '../contract/webhookCall';
import { answerCall, incomingCall } from '../operation/httpCall';
import { sleepOf, type SleepingJob } from '../operation/sleep';
import { ErrorAnswer } from '../transport/failure';
import { Lane } from '../transport/lane';
import { readRoute } from '../transport/request';
import type { JobKind } from './runJob';

/** The address of a sleeping execution, which the service calls when a job ends. */
export const WAKE_WEBHOOKS: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		responseMode: 'onReceived',
		// Without a text of its own n8n would answer with an item of the workflow.
		responseData: '',
		path: '',
		restartWebhook: true,
	},
];

/** The service waits 10 seconds for an answer. */
const ANSWER_WITHIN_MS = 8_000;

/**
 * Takes a call for a sleeping execution and wakes it when all jobs of all its items have ended. The
 * call itself is not believed: their states are read. What cannot be read now makes the service call
 * again later; and at the end of the Wait Timeout the node looks in any case.
 *
 * @param kinds of the jobs that the node can wait for
 */
export async function wakeWhenEnded(
	context: IWebhookFunctions,
	kinds: readonly JobKind[],
): Promise<IWebhookResponseData> {
	// What n8n's own functions do not give to a webhook.
	const { executeData } = context as unknown as { executeData?: IExecuteData };
	const jobs = Object.values(sleepOf(executeData)?.jobs ?? {});
	try {
		const named = jobs.find((job) => tellsEndOf(context, job));
		// The call may be faster than the job's status.
		if (named && !(await hasEnded(context, named, kinds))) {
			return answerCall(context, 503, 'Try again later');
		}
		for (const job of jobs) {
			if (job === named || (await hasEnded(context, job, kinds))) continue;
			return { webhookResponse: 'Not all have ended' };
		}
		// Nothing leaves the place that slept; the copy behind it is executed.
		return { workflowData: [[]] };
	} catch (error) {
		// Thrown on, it would end the execution.
		const reason = error instanceof Error ? error.message : '';
		context.logger.warn(`A call for a sleeping execution could not be checked: ${reason}`);
		return answerCall(context, 503, 'Try again later');
	}
}

function tellsEndOf(context: IWebhookFunctions, { jobId }: SleepingJob): boolean {
	const call = webhookCall(incomingCall(context).rawBody?.toString() ?? '');
	return call?.id === jobId && /\.(completed|failed|cancelled)$/.test(call.type);
}

/**
 * @returns true also where the service does not know the job (any more): there is nothing to wait for
 * @throws RequestFailure when the status cannot be read
 */
async function hasEnded(
	context: IWebhookFunctions,
	{ noun, jobId }: SleepingJob,
	kinds: readonly JobKind[],
): Promise<boolean> {
	const kind = kinds.find((one) => one.noun === noun);
	// A kind that another version of the pack has named: the node itself knows what to do.
	if (!kind) return true;
	const until = Date.now() + ANSWER_WITHIN_MS;
	const limits = {
		qs: kind.lookQuery,
		lane: new Lane(1),
		maxAttempts: 2,
		until,
		signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
	};
	const status = await readRoute(context, kind.read, kind.statusPath(jobId), limits).catch(
		(error: unknown) => {
			if (error instanceof ErrorAnswer && error.isFromService && error.status === 404) return;
			throw error;
		},
	);
	return !status || kind.hasEnded(status as Parameters<JobKind['hasEnded']>[0]);
}
