/** Trouble with a run that lasts for so many polls, or for so long, will not pass any more. */
const LASTING_POLLS = 5;
const LASTING_MS = 24 * 60 * 60_000;

interface Doubt {
	/** Polls in a row that had trouble with the run. */
	polls: number;
	/** The first of them, Unix milliseconds. */
	since: number;
}

/**
 * Runs of which something cannot be read, or that the service says it does not know. One such answer
 * proves nothing: a gateway or a server that is behind may have given it. Kept in the process alone,
 * because a poll that fails may not change the stored state; a restart begins to count anew.
 */
export class Doubts {
	private readonly byId = new Map<string, Doubt>();

	/** @param lastingPolls after how many polls in a row trouble counts as lasting */
	constructor(private readonly lastingPolls = LASTING_POLLS) {}

	/** Notes that a poll had trouble with a run; to be called once a poll. */
	note(id: string, now: number): void {
		const { polls, since } = this.byId.get(id) ?? { polls: 0, since: now };
		this.byId.set(id, { polls: polls + 1, since });
	}

	/** Whether trouble has lasted for several polls, or for a day. */
	isLasting(id: string, now: number): boolean {
		return (this.byId.get(id)?.polls ?? 0) >= this.lastingPolls || this.isOld(id, now);
	}

	/** Whether trouble has lasted for several polls and for so many milliseconds. */
	isLastingFor(id: string, ms: number, now: number): boolean {
		const doubt = this.byId.get(id);
		return doubt !== undefined && doubt.polls >= this.lastingPolls && now - doubt.since >= ms;
	}

	/** Whether trouble has lasted for a day: as long as the service keeps results. */
	isOld(id: string, now: number): boolean {
		const doubt = this.byId.get(id);
		return doubt !== undefined && doubt.polls > 1 && now - doubt.since >= LASTING_MS;
	}

	/** To be called when a run was read without trouble, or is settled. */
	forget(id: string): void {
		this.byId.delete(id);
	}
}

const doubtsByTrigger = new Map<string, Doubts>();

/** The doubts that the polls of one trigger share. */
export function doubtsOf(trigger: string): Doubts {
	const doubts = doubtsByTrigger.get(trigger) ?? new Doubts();
	doubtsByTrigger.set(trigger, doubts);
	return doubts;
}
