import { ServiceError } from '../http/serviceError.ts';

/** What each team has spent. */
export class Credits {
	/** Credits that each team begins with. */
	readonly plan: number;
	readonly #spent = new Map<string, number>();
	readonly #running: Array<(team: string) => number> = [];

	constructor(plan: number) {
		this.plan = plan;
	}

	remaining(team: string): number {
		const spent = this.#spent.get(team) ?? 0;
		return Math.max(0, this.plan - this.#running.reduce((sum, used) => sum + used(team), spent));
	}

	/** Throws 402 when nothing is left. */
	demand(team: string): void {
		if (this.remaining(team) <= 0)
			throw new ServiceError(402, 'Payment Required: Insufficient credits');
	}

	spend(team: string, credits: number): void {
		this.#spent.set(team, (this.#spent.get(team) ?? 0) + credits);
	}

	/** Counts what jobs that are billed as they go have used so far. */
	countAlso(used: (team: string) => number): void {
		this.#running.push(used);
	}
}
