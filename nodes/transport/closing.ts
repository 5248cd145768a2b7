/** Pauses where the service does not say for how long: together they outlast a limit per minute. */
const UNSTATED_PAUSES_MS = [5_000, 10_000, 20_000, 30_000];
const MAX_UNSTATED_PAUSE_MS = 30_000;

/** A pause that was long enough is tried this much shorter the next time, within these bounds. */
const SHORTER = 3 / 4;
const MIN_LEARNED_MS = 1_000;
const MAX_LEARNED_MS = 60_000;

/** How much longer an unstated pause may be, so that processes do not come back together. */
const JITTER = 1 / 5;

/** How much longer than asked a gate stays closed that was served: a share of the wait. */
const COURTESY = 1 / 8;
const MAX_COURTESY_MS = 1_000;

/** Waits below this come often: there, courtesy is shown every third time. */
const SHORT_WAIT_MS = 3_000;
const SHORT_WAITS_WITHOUT = 2;

/** Where a stated wait has not helped, the next one is at least as long as chance gives of this. */
const FIRST_EXTRA_MS = 1_000;
const MAX_EXTRA_MS = 30_000;

/**
 * How long a gate stays closed after the service has refused a request.
 *
 * Other processes have gates of their own for the same limit. As waits are told in whole seconds, one
 * of them would come first each time and leave nothing to the others, until these have used up their
 * attempts. So a gate that was served lets the others go first now and then, by a moment of courtesy.
 */
export class Closing {
	/** Unix milliseconds of the refusal since which no request was accepted. */
	private refusedSince = 0;

	/** How often the gate has closed since then. */
	private inVain = 0;

	/** Whether the service has not said how long to wait. */
	private isUnstated = false;

	/** The pause that will probably do where the service states none, in milliseconds. */
	private learnedMs?: number;

	/** Short waits since courtesy was shown last. */
	private shortWaits = 0;

	/**
	 * @param statedMs what the service asks for, 0 for nothing
	 * @param wasServed whether a request was accepted since the gate opened
	 * @returns milliseconds
	 */
	pauseMs(statedMs: number, wasServed: boolean, now: number): number {
		if (wasServed || this.inVain === 0) {
			this.inVain = 0;
			this.refusedSince = now;
		}
		this.inVain++;
		this.isUnstated = statedMs === 0;
		if (this.isUnstated) return this.unstatedPauseMs();
		const extra = Math.min(MAX_EXTRA_MS, FIRST_EXTRA_MS * 2 ** (this.inVain - 1));
		const pause = Math.max(statedMs, this.inVain > 1 ? Math.random() * extra : 0);
		return wasServed ? pause + this.courtesy(pause) : pause;
	}

	/** Takes note that the gate was opened late enough. */
	accepted(sentAt: number): void {
		if (this.isUnstated && this.inVain > 0) {
			const enough = (sentAt - this.refusedSince) * SHORTER;
			this.learnedMs = Math.min(MAX_LEARNED_MS, Math.max(MIN_LEARNED_MS, enough));
		}
		this.inVain = 0;
	}

	/** What was learned serves twice. If that is in vain the limit has changed. */
	private unstatedPauseMs(): number {
		const { learnedMs: learned, inVain } = this;
		const pauses =
			learned === undefined
				? UNSTATED_PAUSES_MS
				: [learned, Math.min(learned, MAX_UNSTATED_PAUSE_MS)];
		const pause = pauses[inVain - 1] ?? MAX_UNSTATED_PAUSE_MS;
		return pause * (1 + Math.random() * JITTER);
	}

	/**
	 * @param pause how long the gate will be closed, in milliseconds
	 * @returns how much longer it has to be, for others
	 */
	courtesy(pause: number): number {
		if (pause < SHORT_WAIT_MS && this.shortWaits++ < SHORT_WAITS_WITHOUT) return 0;
		this.shortWaits = 0;
		return Math.min(pause * COURTESY, MAX_COURTESY_MS);
	}
}
