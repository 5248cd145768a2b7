import { sleep } from 'n8n-workflow';

import { isPlanFull } from '../contract/errorRow';
import type { RateLimit } from '../contract/rateLimit';
import { isTimeout, unlessAborted } from './abort';
import { ConnectionBroken, CUT_SHORT, ErrorAnswer, NotSent } from './failure';
import type { Repeatable, RequestFailure } from './failure';
import { Gate, type Pass } from './gate';
import type { Lane, Place } from './lane';
import { requestFailure } from './networkFailure';
import { planKey, planLines, type PlanLine } from './plan';
import { isLost, MAX_RETRY_AFTER_MS, retryDelayMs } from './retry';
import { Shared } from './shared';
import { wait } from './wait';

/** How long a request that starts no job waits for room in the plan, in milliseconds. */
const PLAN_WAIT_MS = 5 * 60_000;

const NEVER_ABORTS = new AbortController().signal;

export interface SendOptions {
	/** The account, as a digest. */
	owner: string;
	/** Name of the service's limit that counts such requests; it counts some apart from others. */
	rateLimit: RateLimit;
	/** One for each node execution, poll or search of the editor. */
	lane: Lane;
	/** A place of the lane that a job holds; the request then takes none of its own. */
	place?: Place;
	/** How often it is sent at most, but for the times when the plan is full. */
	maxAttempts: number;
	repeatable: Repeatable;
	/** For billed work: how a user finds what may have begun. */
	howToLook?: string;
	signal?: AbortSignal;
	/** When it is too late for another attempt, Unix milliseconds; never where left out. */
	until?: number;
	/** Until when room in the plan is waited for, Unix milliseconds; for 5 minutes where left out. */
	planWait?: number;
}

const gates = new Shared(
	() => new Gate(),
	(gate) => gate.refusal !== undefined,
);

/**
 * Sends a request when its lane has a place and its gate lets it through, and again as long as the
 * contract's error table says that this can help.
 *
 * @param request sends it once; called anew for each attempt, with a signal that ends the attempt
 * @throws RequestFailure when there was no usable answer, with the number of attempts
 * @throws NotSent when the service asks others of its gate for a wait that is too long
 * @throws the signal's reason as soon as it aborts, but ConnectionBroken with the code `CUT_SHORT` for
 * a billed start that was under way
 */
export async function send<T>(
	request: (signal: AbortSignal) => Promise<T>,
	options: SendOptions,
): Promise<T> {
	const { owner, rateLimit, repeatable } = options;
	const gate = `${owner} ${rateLimit}`;
	const planLine = planKey(owner, rateLimit, repeatable);
	try {
		return await new Sending(
			request,
			options,
			gates.use(gate),
			planLines.use(planLine),
		).untilAnswered();
	} finally {
		gates.leave(gate);
		planLines.leave(planLine);
	}
}

/** What to do after an attempt without success: wait so many milliseconds. */
interface Again {
	delayMs: number;
}

/** A request from its arrival to its answer. */
class Sending<T> {
	private readonly arrival: number;

	/** How often it was sent. */
	private attempts = 0;

	private readonly tries = { count: 0, lost: 0 };

	/** Whether the plan was full when it was sent last, and the answer that said so. */
	private wasPlanFull = false;

	private refusal?: ErrorAnswer;

	private wasTurnedAway = false;

	/** Until when room in the plan is waited for, Unix milliseconds. */
	private planWait = 0;

	constructor(
		private readonly request: (signal: AbortSignal) => Promise<T>,
		private readonly options: SendOptions,
		private readonly gate: Gate,
		private readonly planLine: PlanLine,
	) {
		this.arrival = gate.arrive();
	}

	async untilAnswered(): Promise<T> {
		const { lane, place, signal } = this.options;
		for (;;) {
			const ownPlace = place ? undefined : await lane.take(signal, this.attempts > 0);
			let outcome: { answer: T } | Again;
			try {
				outcome = await this.attempt();
				// At the gate it keeps its place: it would come back first in any case.
				while ('delayMs' in outcome && outcome.delayMs === 0) outcome = await this.attempt();
			} finally {
				ownPlace?.release(this.wasTurnedAway);
			}
			if ('answer' in outcome) return outcome.answer;
			await wait(outcome.delayMs, signal);
		}
	}

	/** @throws the failure after which it is not sent again */
	private async attempt(): Promise<{ answer: T } | Again> {
		const { signal = NEVER_ABORTS } = this.options;
		const pass = await this.admitted();
		try {
			this.attempts++;
			const answer = await unlessAborted(this.request(signal), signal);
			this.gate.accepted(pass);
			this.gate.leave(pass);
			this.planLine.next();
			return { answer };
		} catch (error) {
			// Whoever failed has the time to end the node execution before the next request.
			void sleep(0).then(() => {
				this.gate.leave(pass);
			});
			if (signal.aborted) throw this.cutShort(error, signal);
			return this.after(this.ownFailure(requestFailure(error)), pass);
		}
	}

	/** Waits until the plan has room and the gate lets the request through. */
	private async admitted(): Promise<Pass> {
		const { lane, signal, until = Infinity, planWait } = this.options;
		if (!this.wasPlanFull) {
			this.planWait = Math.min(until, planWait ?? Date.now() + PLAN_WAIT_MS);
		}
		const comesAgain = this.attempts > 0;
		try {
			await this.planLine.turn(this.wasPlanFull, this.planWait, signal);
			const { closed } = this.gate;
			if (closed && closed.until >= until) throw new NotSent(closed.by);
			const pass = await this.gate.enter({ lane, arrival: this.arrival, comesAgain, signal });
			if (!signal?.aborted) return pass;
			this.gate.leave(pass);
			throw signal.reason as Error;
		} catch (error) {
			throw this.ofOwn(error);
		}
	}

	/** What a request throws that was not let through, because of its own last answer or of others'. */
	private ofOwn(error: unknown): unknown {
		const isTurnedAway = error instanceof NotSent;
		if (isTurnedAway) this.wasTurnedAway = true;
		if (this.wasPlanFull && this.refusal && (isTurnedAway || isTimeout(error))) return this.refusal;
		return isTurnedAway ? this.ownFailure(error) : error;
	}

	private ownFailure<Failure extends RequestFailure>(failure: Failure): Failure {
		failure.attempts = this.attempts;
		failure.repeatable = this.options.repeatable;
		failure.howToLook = this.options.howToLook;
		return failure;
	}

	/** A start that was under way may have begun its work; all else ends with the signal's reason. */
	private cutShort(error: unknown, signal: AbortSignal): unknown {
		if (this.options.repeatable !== 'billedStart') return signal.reason;
		if (error instanceof ErrorAnswer && !error.mayBeDone) return signal.reason;
		return this.ownFailure(new ConnectionBroken(CUT_SHORT, false));
	}

	/** @throws the failure itself where the request is not sent again */
	private after(failure: RequestFailure, pass: Pass): Again {
		const { maxAttempts, repeatable, until = Infinity } = this.options;
		if (failure instanceof ErrorAnswer && isPlanFull(failure.row)) {
			return this.afterFullPlan(failure, pass);
		}
		this.wasPlanFull = false;
		this.tries.count++;
		if (isLost(failure)) this.tries.lost++;
		const delayMs = retryDelayMs(failure, this.tries, maxAttempts, repeatable);
		const isRefusal = failure instanceof ErrorAnswer && failure.status === 429;
		const opensAt = isRefusal ? this.closeGate(failure, pass) : 0;
		if (!isRefusal && failure instanceof ErrorAnswer && failure.isFromService) {
			this.gate.accepted(pass);
		}
		if (delayMs === undefined) throw failure;
		if (Math.max(opensAt, Date.now() + (isRefusal ? 0 : delayMs)) >= until) throw failure;
		return { delayMs: isRefusal ? 0 : delayMs };
	}

	/** @returns when the gate opens again, Unix milliseconds */
	private closeGate(refusal: ErrorAnswer, pass: Pass): number {
		if ((refusal.retryAfterMs ?? 0) > MAX_RETRY_AFTER_MS) void this.gate.turnAway(refusal);
		else this.gate.refused(pass, refusal);
		return this.gate.closed?.until ?? 0;
	}

	private afterFullPlan(refusal: ErrorAnswer, pass: Pass): Again {
		this.wasPlanFull = true;
		this.refusal = refusal;
		this.planLine.refused(refusal);
		this.gate.accepted(pass);
		if (Date.now() >= this.planWait) throw refusal;
		return { delayMs: 0 };
	}
}
