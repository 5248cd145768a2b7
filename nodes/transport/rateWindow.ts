/** Windows are of whole seconds: so one can be told from a wait that is rounded up to seconds. */
const SECOND_MS = 1_000;

/** The service counts by the minute at most (contract, "Limits"); requests are on their way, too. */
const MAX_LENGTH_MS = 63_000;

/** How much longer one request may be on its way than another. */
const TRAVEL_MS = 50;

/** How many windows pass before one more request is sent than the last ones took: there may be room. */
const MAX_FORESEEN = 3;

/**
 * The window in which the service counts requests. It begins with the first of them, so that the
 * answer to one too many tells how long it is, and the next ones need no such answer.
 */
export class RateWindow {
	/** Unix milliseconds. */
	private beganAt = 0;

	private lengthMs?: number;

	/** How many windows have ended since the length was learned. */
	private foreseen = 0;

	/** @param sentAt when the first request of the window was sent, Unix milliseconds */
	began(sentAt: number): void {
		this.beganAt = sentAt;
	}

	/** @param statedMs how long the service asks to wait after the first request that was too many */
	learn(statedMs: number, now: number): void {
		const length = now - this.beganAt + statedMs;
		const isLikely = length >= SECOND_MS && length < MAX_LENGTH_MS;
		this.lengthMs = isLikely ? Math.floor(length / SECOND_MS) * SECOND_MS : undefined;
		this.foreseen = 0;
	}

	forget(): void {
		this.lengthMs = undefined;
	}

	/**
	 * When the next window can begin.
	 *
	 * @returns Unix milliseconds in the future; undefined where the service has to tell
	 */
	end(now: number): number | undefined {
		if (this.lengthMs === undefined || ++this.foreseen > MAX_FORESEEN) return undefined;
		const end = this.beganAt + this.lengthMs + TRAVEL_MS;
		// Over unnoticed, or the machine's clock was set: the service may have begun another one.
		if (this.beganAt <= now && now < end) return end;
		this.forget();
		return undefined;
	}
}
