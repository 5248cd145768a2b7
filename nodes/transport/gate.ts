import { sleep } from 'n8n-workflow';

/** How many requests have to be accepted before one more may be in flight again. */
const ACCEPTED_PER_STEP = 10;

/** How much longer than asked a gate stays closed that was served: a share of the wait, and at most 1 s. */
const COURTESY = 1 / 8;
const MAX_COURTESY_MS = 1_000;

/** The requests that one node run may have in flight at once. */
export class Slots {
	inFlight = 0;

	constructor(readonly max: number) {}
}

interface Ticket {
	slots: Slots;
	admit: () => void;
	turnAway: (reason: Error) => void;
}

/**
 * Through a gate go all requests that count towards one rate limit of the service. It closes when
 * the service refuses one, for as long as the service asks, and then lets only half as many be in
 * flight: requests that were under way together would be refused together. While the service
 * accepts, it slowly widens again.
 *
 * Other processes have gates of their own for the same limit. As waits are told in whole seconds, one
 * of them would come first each time and leave nothing to the others, until these have used up their
 * attempts. So a gate that was served lets the others go first, by a moment of courtesy.
 */
export class Gate {
	private readonly waiting: Ticket[] = [];

	private inFlight = 0;

	private width = Number.POSITIVE_INFINITY;

	private acceptedSinceStep = 0;

	private closedUntil = 0;

	private wasServed = false;

	private isWakingUp = false;

	/**
	 * Waits for a free place and takes it. Everyone who enters must `leave`.
	 *
	 * @param first for a request that was sent before: it goes ahead of those that were not
	 * @throws the reason of `signal` as soon as it aborts
	 * @throws the reason of `turnAway`
	 */
	async enter(slots: Slots, first: boolean, signal?: AbortSignal): Promise<void> {
		signal?.throwIfAborted();
		await new Promise<void>((resolve, reject) => {
			const giveUp = () => {
				this.waiting.splice(this.waiting.indexOf(ticket), 1);
				reject(signal?.reason as Error);
			};
			const admit = () => {
				signal?.removeEventListener('abort', giveUp);
				resolve();
			};
			const turnAway = (reason: Error) => {
				signal?.removeEventListener('abort', giveUp);
				reject(reason);
			};
			const ticket: Ticket = { slots, admit, turnAway };
			signal?.addEventListener('abort', giveUp, { once: true });
			if (first) this.waiting.unshift(ticket);
			else this.waiting.push(ticket);
			this.admitWaiting();
		});
	}

	/** Gives the place back, after whoever failed had the time to end the run before its next request. */
	async leave(slots: Slots): Promise<void> {
		await sleep(0);
		this.inFlight--;
		slots.inFlight--;
		// The place in `slots` may be what a request before another gate waits for.
		for (const gate of gates.values()) gate.admitWaiting();
	}

	accepted(): void {
		this.wasServed = true;
		if (++this.acceptedSinceStep < ACCEPTED_PER_STEP) return;
		this.acceptedSinceStep = 0;
		this.width++;
	}

	/** Closes the gate for `ms` milliseconds or a little longer, unless it is already closed for longer. */
	refused(ms: number): void {
		const now = Date.now();
		let opensAt = now + ms;
		if (now >= this.closedUntil) {
			this.width = Math.max(1, Math.floor(Math.min(this.width, this.inFlight) / 2));
			if (this.wasServed) opensAt += Math.min(ms * COURTESY, MAX_COURTESY_MS);
			this.wasServed = false;
		}
		this.closedUntil = Math.max(this.closedUntil, opensAt);
	}

	/** Fails everyone who waits, where the service asks for a longer wait than anyone is ready for. */
	turnAway(reason: Error): void {
		for (const ticket of this.waiting.splice(0)) ticket.turnAway(reason);
	}

	private admitWaiting(): void {
		const closedFor = Math.ceil(this.closedUntil - Date.now());
		if (closedFor > 0) {
			void this.wakeUpIn(closedFor);
			return;
		}
		for (const ticket of [...this.waiting]) {
			if (this.inFlight + 1 > this.width) return;
			const { slots, admit } = ticket;
			if (slots.inFlight >= slots.max) continue;
			this.waiting.splice(this.waiting.indexOf(ticket), 1);
			slots.inFlight++;
			this.inFlight++;
			admit();
		}
	}

	private async wakeUpIn(ms: number): Promise<void> {
		if (this.isWakingUp || this.waiting.length === 0) return;
		this.isWakingUp = true;
		await sleep(ms);
		this.isWakingUp = false;
		this.admitWaiting();
	}
}

const gates = new Map<string, Gate>();

/**
 * The gate that all nodes of this process share for one rate limit.
 *
 * @param owner whose limit it is, as a digest: the account at one deployment
 * @param limit the service counts some operations apart from others (supplement, "Rate limits")
 */
export function sharedGate(owner: string, limit: RateLimit): Gate {
	const key = `${owner} ${limit}`;
	const gate = gates.get(key) ?? new Gate();
	gates.set(key, gate);
	return gate;
}

export type RateLimit = 'map' | 'agentStart' | 'agentRead';
