/** How many requests have to be accepted before one more may be under way, once it grows slowly. */
const ACCEPTED_PER_STEP = 10;

/**
 * How many requests may be under way at a gate: after a refusal one alone, and one more with each that
 * is accepted. When one more was sent than the service accepted the last time, it is one alone again,
 * and where the refusal of that one was foreseen, the gate opens as wide as it was.
 */
export class Flow {
	width = Number.POSITIVE_INFINITY;

	/** A new one begins where the width falls to one. What was sent before tells nothing of it. */
	private phase = 0;

	/** The phase in which the gate was opened last. */
	private openedInPhase = 0;

	/** What is sent from this phase on until the gate opened last still counts when it is accepted. */
	private countedFrom = Number.POSITIVE_INFINITY;

	private sentSinceOpening = 0;

	private acceptedSinceOpening = 0;

	/** How many were accepted the last time that the gate was open. */
	private expected = Number.POSITIVE_INFINITY;

	/** The most that were under way since the gate opened. */
	private peak = 0;

	/** How far the width grows fast: to the last peak if its end was foreseen, else to half of it. */
	private threshold = 1;

	private acceptedSinceStep = 0;

	/** Whether no request was sent since the gate opened. */
	get isUnused(): boolean {
		return this.sentSinceOpening === 0;
	}

	/** Whether as many were sent since the gate opened as the service accepted the last time. */
	get isUsedUp(): boolean {
		return this.sentSinceOpening === this.expected;
	}

	/** Whether a request was accepted since the gate opened. */
	get wasServed(): boolean {
		return this.acceptedSinceOpening > 0;
	}

	/**
	 * Takes note of one more request.
	 *
	 * @param underWay how many are under way with it
	 * @returns the phase it belongs to
	 */
	sent(underWay: number): number {
		const { phase } = this;
		this.peak = Math.max(this.peak, underWay);
		if (++this.sentSinceOpening === this.expected + 1) this.sendAlone();
		return phase;
	}

	/** Whether a request was sent before the gate closed last. */
	isOld(phase: number): boolean {
		return phase < this.openedInPhase;
	}

	/** @param phase in which the request was sent that was accepted */
	accepted(phase: number): void {
		if (this.isOld(phase)) {
			if (phase >= this.countedFrom) this.expected++;
			return;
		}
		this.acceptedSinceOpening++;
		if (phase !== this.phase) return;
		const isSlow = this.width >= this.threshold;
		if (isSlow && ++this.acceptedSinceStep < ACCEPTED_PER_STEP) return;
		this.width++;
		this.acceptedSinceStep = 0;
	}

	/**
	 * Begins anew: the gate closes.
	 *
	 * @param isStated whether the service says for how long, so that waiting so long will do
	 */
	closed(isStated: boolean): void {
		const wasForeseen = this.phase > this.openedInPhase;
		this.threshold = wasForeseen ? this.peak : Math.floor(this.peak / 2);
		this.expected = this.acceptedSinceOpening;
		this.acceptedSinceOpening = 0;
		this.sentSinceOpening = 0;
		this.peak = 0;
		this.sendAlone();
		this.countedFrom = this.openedInPhase;
		this.openedInPhase = this.phase;
		if (wasForeseen && isStated) this.width = Math.max(1, this.threshold);
	}

	/** Begins anew as wide as it was: the gate closes before the service refuses a request. */
	nextWindow(): void {
		this.acceptedSinceOpening = 0;
		this.sentSinceOpening = 0;
		this.countedFrom = Number.POSITIVE_INFINITY;
		this.openedInPhase = ++this.phase;
	}

	private sendAlone(): void {
		this.phase++;
		this.width = 1;
		this.acceptedSinceStep = 0;
	}
}
