/**
 * The browsers that a team's plan allows at once. Pages of jobs wait for one in the order in which
 * they asked; agent runs are turned away instead.
 */
export class Browsers {
	/** Most browsers of a team at once. */
	readonly max: number;
	readonly #inUse = new Map<string, number>();
	readonly #waiting = new Map<string, Array<() => void>>();

	constructor(max: number) {
		this.max = max;
	}

	inUse(team: string): number {
		return this.#inUse.get(team) ?? 0;
	}

	waiting(team: string): number {
		return this.#waiting.get(team)?.length ?? 0;
	}

	/** Waits for a browser; resolves with what gives it back. Rejects when aborted before. */
	async take(team: string, signal?: AbortSignal): Promise<() => void> {
		signal?.throwIfAborted();
		if (this.inUse(team) >= this.max) await this.#turn(team, signal);
		else this.#inUse.set(team, this.inUse(team) + 1);
		let isTaken = true;
		return () => {
			if (isTaken) this.#giveBack(team);
			isTaken = false;
		};
	}

	/** A browser that is given back goes to who waits longest, without being counted as free. */
	#giveBack(team: string): void {
		const next = this.#waiting.get(team)?.shift();
		if (next) next();
		else this.#inUse.set(team, this.inUse(team) - 1);
	}

	#turn(team: string, signal?: AbortSignal): Promise<void> {
		const queue = this.#waiting.get(team) ?? [];
		this.#waiting.set(team, queue);
		return new Promise((resolve, reject) => {
			const leave = (): void => {
				queue.splice(queue.indexOf(take), 1);
				reject(new Error('Gave up waiting for a browser', { cause: signal?.reason }));
			};
			const take = (): void => {
				signal?.removeEventListener('abort', leave);
				resolve();
			};
			queue.push(take);
			signal?.addEventListener('abort', leave, { once: true });
		});
	}
}
