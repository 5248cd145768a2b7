import { DEFAULT_TEAM } from '../team/authentication.ts';

/** Results are kept this long after a job has ended. */
export const RESULT_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** What every job has. Times are unix milliseconds. */
export interface Job {
	id: string;
	team: string;
	createdAt: number;
	/** When the accepted cancel request came. */
	cancelRequestedAt?: number;
}

/**
 * The jobs of one kind. There are no timers: what is true of a job follows from what is stored of
 * it and from the clock, whenever somebody asks.
 */
export class Jobs<Kind extends Job> {
	readonly #now: () => number;
	readonly #endOf: (job: Kind) => number;
	/** Oldest first. */
	readonly #jobs: Kind[] = [];
	readonly #byId = new Map<string, Kind>();

	/** `endOf` tells when a job ends, as things stand. Times are unix milliseconds. */
	constructor(now: () => number, endOf: (job: Kind) => number) {
		this.#now = now;
		this.#endOf = endOf;
	}

	/** Every job ever added, oldest first. */
	get all(): readonly Kind[] {
		return this.#jobs;
	}

	/** Adds a job at its place in time: it may be one from the past. */
	add(job: Kind): void {
		const newer = this.#jobs.findLastIndex((other) => other.createdAt <= job.createdAt) + 1;
		this.#jobs.splice(newer, 0, job);
		this.#byId.set(job.id, job);
	}

	/** The team's job with this id, in either letter case. */
	find(id: string, team: string): Kind | undefined {
		const job = this.#byId.get(id.toLowerCase());
		return job?.team === team ? job : undefined;
	}

	hasEnded(job: Kind): boolean {
		return this.#now() >= this.#endOf(job);
	}

	/** Unix milliseconds at which the job's result is given up. */
	expiryOf(job: Kind): number {
		return this.#endOf(job) + RESULT_LIFETIME_MS;
	}

	hasExpired(job: Kind): boolean {
		return this.#now() >= this.expiryOf(job);
	}

	/** The team's jobs, oldest first. */
	of(team: string = DEFAULT_TEAM): Kind[] {
		return this.#jobs.filter((job) => job.team === team);
	}

	/** The team's jobs that have not ended, oldest first. */
	active(team: string = DEFAULT_TEAM): Kind[] {
		return this.of(team).filter((job) => !this.hasEnded(job));
	}

	/**
	 * The team's newest jobs created before `before` (unix milliseconds), newest first, and whether
	 * there are older ones.
	 */
	page(team: string, { before, size }: { before: number; size: number }): JobPage<Kind> {
		const jobs: Kind[] = [];
		let index = this.#firstNotBefore(before);
		while (--index >= 0) {
			const job = this.#jobs[index];
			if (job?.team !== team) continue;
			if (jobs.length === size) return { jobs, hasOlder: true };
			jobs.push(job);
		}
		return { jobs, hasOlder: false };
	}

	/** Index of the first job that was not created before `before`. */
	#firstNotBefore(before: number): number {
		let low = 0;
		let high = this.#jobs.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if ((this.#jobs[middle]?.createdAt ?? Infinity) < before) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}

export interface JobPage<Kind> {
	jobs: Kind[];
	hasOlder: boolean;
}
