import type { IDataObject } from 'n8n-workflow';

import { isPrivateAddress } from '../contract/privateAddress';
import { ExplainedFailure } from '../messages/explanation';
import { unreachableAddress } from '../messages/waitByWebhook';
import type { Call, ServiceRequest } from '../operation/call';
import { Asleep, type SleepingJob } from '../operation/sleep';
import type { JobKind } from './runJob';
import type { Waiting } from './waiting';

const END_EVENTS = ['completed', 'failed'];

/**
 * Waits for a job in sleep: the execution is put away until the service calls at the end of the job,
 * or until the time is up. Then the node is executed again, finds the job that it has started, and
 * goes on as by polling, its first look being due at once.
 */
export class Sleeper {
	/** The job as it was started before the sleep; undefined where it has yet to be. */
	readonly before: SleepingJob | undefined;

	/** By which the job is found again. */
	private readonly name: string;

	constructor(
		private readonly call: Call,
		private readonly kind: JobKind,
		private readonly waiting: Waiting,
	) {
		this.name = call.execution.nextJob(call.item.getItemIndex());
		this.before = call.execution.before?.jobs[this.name];
	}

	/** Whether the execution has slept without this job: then nothing may be started in its place. */
	get isForgotten(): boolean {
		return this.call.execution.before !== undefined && !this.before;
	}

	/**
	 * The request of the start, with the address to call at the end.
	 *
	 * @throws ExplainedFailure where the service cannot reach it
	 */
	withWebhook(request: ServiceRequest): ServiceRequest {
		const webhook = { url: this.address(), events: this.kind.endEvents ?? END_EVENTS };
		return { ...request, body: { ...(request.body as Record<string, unknown>), webhook } };
	}

	/** @throws Asleep where the job has only now been started */
	sleep(jobId: string, started: IDataObject): void {
		if (this.before) return;
		const { noun } = this.kind;
		const startedAt = Date.now();
		const until = startedAt + this.waiting.timeoutMs;
		const job = { noun, jobId, started, startedAt };
		this.call.execution.waitAsleep(this.name, job, until);
		throw new Asleep();
	}

	/** How much is left of the Wait Timeout after the sleep, in milliseconds. */
	get remainingMs(): number | undefined {
		if (!this.before) return undefined;
		return Math.max(0, this.before.startedAt + this.waiting.timeoutMs - Date.now());
	}

	/** Which only a service in the same network may reach where it is private. */
	private address(): string {
		const { item, account } = this.call;
		const resumeUrl = item.evaluateExpression('{{ $execution.resumeUrl }}', item.getItemIndex());
		const url = typeof resumeUrl === 'string' ? resumeUrl : '';
		if (!isPrivateAddress(url) || isPrivateAddress(account.baseURL)) return url;
		throw new ExplainedFailure(unreachableAddress(URL.canParse(url) ? new URL(url).origin : url));
	}
}
