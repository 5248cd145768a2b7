import { sleep } from 'n8n-workflow';

import { Closing } from './closing';
import { ErrorAnswer, NotSent } from './failure';
import { Flow } from './flow';
import { inLine } from './inLine';
import type { Lane } from './lane';
import { Line, Queue, remove, type Entry } from './queue';
import { RateWindow } from './rateWindow';

/** A request that has no answer after so long is no longer waited for by others. */
const UNANSWERED_MS = 2_000;

/** The clock of the machine may be set back: nothing stays closed for longer than this. */
const MAX_CLOSED_MS = 6 * 60_000;

/** How many are turned away before n8n is let do something else. */
const TURNED_AWAY_AT_ONCE = 100;

/** A request under way. */
export interface Pass {
	/** Unix milliseconds. */
	sentAt: number;
	/** Of the gate's flow. */
	phase: number;
	entry?: Entry<Pass>;
}

/** How someone asks to be let through. */
export interface Visitor {
	lane: Lane;
	/** From `arrive`. */
	arrival: number;
	comesAgain: boolean;
	signal?: AbortSignal;
}

/** Called with what the service has told others, it turns the visitor away. */
type Admission = (told: Pass | ErrorAnswer) => void;

interface WaitingLane {
	lane: Lane;
	line: Line<Admission>;
}

/**
 * Through a gate go all requests of this process that count towards one rate limit of the service.
 * Lanes are served in turn, and in each lane first the requests that were refused. When the service
 * refuses one, the gate closes for a while (`Closing` says for how long) and then lets through one
 * alone, and more with each that is accepted (`Flow` says how many). Once a refusal has told how long the
 * service's window is (`RateWindow`), the gate also closes where one more would be refused. A request
 * without an answer is no longer waited for after two seconds.
 */
export class Gate {
	private readonly waiting = new Map<Lane, WaitingLane>();

	private turns = new Queue<WaitingLane>();

	/** Requests that others wait for, the oldest first. */
	private readonly underWay = new Queue<Pass>();

	private readonly flow = new Flow();

	private readonly closing = new Closing();

	private readonly window = new RateWindow();

	/** Unix milliseconds. */
	private closedUntil = 0;

	private lastRefusal?: ErrorAnswer;

	private isWakingUp = false;

	private arrivals = 0;

	/** Everyone who arrived up to some number has been turned away. */
	private turnedAway?: { upTo: number; by: ErrorAnswer };

	/** When it opens, in Unix milliseconds, and the answer that has closed it, while it is closed. */
	get closed(): { until: number; by: ErrorAnswer } | undefined {
		const left = this.closedUntil - Date.now();
		if (left <= 0 || left > MAX_CLOSED_MS || !this.lastRefusal) return undefined;
		return { until: this.closedUntil, by: this.lastRefusal };
	}

	/** The last answer that has closed the gate or turned everyone away. */
	get refusal(): ErrorAnswer | undefined {
		return this.lastRefusal;
	}

	/** Gives everyone a number who will come to the gate, before they wait for anything. */
	arrive(): number {
		return ++this.arrivals;
	}

	/**
	 * Waits to be let through. Whoever has a pass has to `leave`.
	 *
	 * @throws NotSent for those who are turned away
	 * @throws the signal's reason as soon as it aborts
	 */
	async enter({ lane, arrival, comesAgain, signal }: Visitor): Promise<Pass> {
		if (this.turnedAway && arrival <= this.turnedAway.upTo) {
			if (arrival % TURNED_AWAY_AT_ONCE === 0) await sleep(0);
			throw new NotSent(this.turnedAway.by);
		}
		const admission = inLine(this.lineOf(lane), comesAgain, signal);
		this.admit();
		const told = await admission;
		if (told instanceof ErrorAnswer) throw new NotSent(told);
		return told;
	}

	/** Gives the pass back. */
	leave({ entry }: Pass): void {
		if (entry) remove(entry);
		this.admit();
	}

	/** Takes note of an answer that shows that the rate is not exceeded. */
	accepted({ phase, sentAt }: Pass): void {
		if (!this.flow.isOld(phase) && !this.flow.wasServed) this.closing.accepted(sentAt);
		this.flow.accepted(phase);
	}

	/**
	 * Closes the gate for as long as the service asks or longer.
	 *
	 * @param pass of the request that was refused
	 */
	refused({ phase }: Pass, refusal: ErrorAnswer): void {
		const now = Date.now();
		const stated = refusal.retryAfterMs ?? 0;
		this.lastRefusal = refusal;
		if (this.flow.isOld(phase)) {
			// The gate has closed since: only what is stated says something new.
			this.closeUntil(now + stated);
			this.window.forget();
			return;
		}
		this.closeUntil(now + this.closing.pauseMs(stated, this.flow.wasServed, now));
		if (this.flow.wasServed && stated > 0) this.window.learn(stated, now);
		else this.window.forget();
		this.flow.closed(stated > 0);
	}

	/** Turns everyone away who has arrived: the service asks for a longer wait than anyone is ready for. */
	async turnAway(refusal: ErrorAnswer): Promise<void> {
		this.lastRefusal = refusal;
		this.turnedAway = { upTo: this.arrivals, by: refusal };
		const { turns } = this;
		this.turns = new Queue();
		this.waiting.clear();
		let count = 0;
		for (let lane = turns.take(); lane; lane = turns.take()) {
			for (let admission = lane.line.take(); admission; admission = lane.line.take()) {
				admission(refusal);
				if (++count % TURNED_AWAY_AT_ONCE === 0) await sleep(0);
			}
		}
	}

	private lineOf(lane: Lane): Line<Admission> {
		const known = this.waiting.get(lane);
		if (known) return known.line;
		const added = { lane, line: new Line<Admission>() };
		this.waiting.set(lane, added);
		this.turns.add(added);
		return added.line;
	}

	private admit(): void {
		const { closed } = this;
		if (closed) {
			this.wakeUpAt(closed.until);
			return;
		}
		const now = Date.now();
		this.forgetUnanswered(now);
		while (this.turns.size > 0) {
			if (this.underWay.size >= this.flow.width) {
				this.wakeUpAt((this.underWay.first?.sentAt ?? now) + UNANSWERED_MS);
				return;
			}
			if (this.flow.isUsedUp && this.closeForNextWindow(now)) {
				this.wakeUpAt(this.closedUntil);
				return;
			}
			this.nextInTurn()?.(this.passAt(now));
		}
	}

	/**
	 * Closes without a refusal until the next window, where the end of this one is known.
	 *
	 * @returns whether it has closed
	 */
	private closeForNextWindow(now: number): boolean {
		const end = this.window.end(now);
		if (end === undefined) return false;
		this.flow.nextWindow();
		this.closeUntil(end + this.closing.courtesy(end - now));
		return true;
	}

	/** Not sooner than another request was told to wait. */
	private closeUntil(time: number): void {
		this.closedUntil = Math.max(this.closed?.until ?? 0, time);
	}

	private nextInTurn(): Admission | undefined {
		const waiting = this.turns.take();
		if (!waiting) return undefined;
		const admission = waiting.line.take();
		if (waiting.line.size > 0) this.turns.add(waiting);
		else this.waiting.delete(waiting.lane);
		return admission;
	}

	private passAt(now: number): Pass {
		const pass: Pass = { sentAt: now, phase: 0 };
		if (this.flow.isUnused) this.window.began(now);
		pass.entry = this.underWay.add(pass);
		pass.phase = this.flow.sent(this.underWay.size);
		return pass;
	}

	private forgetUnanswered(now: number): void {
		for (let { first } = this.underWay; first; { first } = this.underWay) {
			if (Math.abs(now - first.sentAt) < UNANSWERED_MS) return;
			this.underWay.take();
		}
	}

	private wakeUpAt(time: number): void {
		if (this.isWakingUp || this.turns.size === 0) return;
		this.isWakingUp = true;
		void sleep(Math.max(0, Math.ceil(time - Date.now()))).then(() => {
			this.isWakingUp = false;
			this.admit();
		});
	}
}
