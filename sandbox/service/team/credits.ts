import { ServiceError } from '../http/serviceError.ts';

export interface Charge {
	/** Unix milliseconds. */
	at: number;
	credits: number;
}

export interface CreditsOptions {
	/** Credits that each team begins with. */
	plan: number;
	/** What is said when nothing is left. */
	noneLeft: string;
	now: () => number;
}

/** What each team has spent. */
export class Credits {
	readonly #options: CreditsOptions;
	/** Credits by the month's beginning, in unix milliseconds, for each team. */
	readonly #spent = new Map<string, Map<number, number>>();
	readonly #running: Array<(team: string) => Charge[]> = [];

	constructor(options: CreditsOptions) {
		this.#options = options;
	}

	get plan(): number {
		return this.#options.plan;
	}

	remaining(team: string): number {
		const used = [...this.byMonth(team).values()].reduce((sum, credits) => sum + credits, 0);
		return Math.max(0, this.plan - used);
	}

	/** Throws 402 when fewer credits are left. */
	demand(team: string, credits = 1): void {
		if (this.remaining(team) < credits) throw new ServiceError(402, this.#options.noneLeft);
	}

	spend(team: string, credits: number): void {
		const months = this.#spent.get(team) ?? new Map<number, number>();
		this.#spent.set(team, months);
		add(months, { at: this.#options.now(), credits });
	}

	/** Counts what jobs that are billed as they go have used so far. */
	countAlso(charges: (team: string) => Charge[]): void {
		this.#running.push(charges);
	}

	/** The credits used up to now, by the month's beginning in unix milliseconds. */
	byMonth(team: string): Map<number, number> {
		const months = new Map(this.#spent.get(team));
		for (const charges of this.#running) for (const charge of charges(team)) add(months, charge);
		return months;
	}
}

/** The beginning of a month, so many months after that of `at`. Unix milliseconds. */
export function monthStart(at: number, offset = 0): number {
	const date = new Date(at);
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset);
}

function add(months: Map<number, number>, { at, credits }: Charge): void {
	const month = monthStart(at);
	months.set(month, (months.get(month) ?? 0) + credits);
}
