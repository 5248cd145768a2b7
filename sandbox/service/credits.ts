import type { AgentRuns } from './agent/agentRuns.ts';
import { ServiceError } from './serviceError.ts';

/** What each team has spent. Agent runs are billed as they go, by the model of the runs. */
export class Credits {
	readonly #plan: number;
	readonly #agentRuns: AgentRuns;
	readonly #spent = new Map<string, number>();

	constructor(plan: number, agentRuns: AgentRuns) {
		this.#plan = plan;
		this.#agentRuns = agentRuns;
	}

	get plan(): number {
		return this.#plan;
	}

	remaining(team: string): number {
		const spent = (this.#spent.get(team) ?? 0) + this.#agentRuns.creditsUsed(team);
		return Math.max(0, this.#plan - spent);
	}

	/** Throws 402 when nothing is left. */
	demand(team: string): void {
		if (this.remaining(team) <= 0)
			throw new ServiceError(402, 'Payment Required: Insufficient credits');
	}

	spend(team: string, credits: number): void {
		this.#spent.set(team, (this.#spent.get(team) ?? 0) + credits);
	}
}
