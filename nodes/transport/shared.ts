/** How long something worth keeping is kept without anyone who uses it. */
const KEPT_MS = 10 * 60_000;

interface Kept<T> {
	value: T;
	users: number;
	/** Unix milliseconds. */
	lastUsed: number;
}

/** What the nodes of this process share by a key, made when it is needed and given up when it is not. */
export class Shared<T> {
	/** Those that were not used for longest come first. */
	private readonly kept = new Map<string, Kept<T>>();

	/**
	 * @param isWorthKeeping whether it knows something that whoever comes next should know, too
	 */
	constructor(
		private readonly make: () => T,
		private readonly isWorthKeeping: (value: T) => boolean,
	) {}

	get size(): number {
		return this.kept.size;
	}

	find(key: string): T | undefined {
		return this.kept.get(key)?.value;
	}

	/** Takes what stands under the key into use. Whoever does has to `leave` it. */
	use(key: string): T {
		const kept = this.kept.get(key) ?? { value: this.make(), users: 0, lastUsed: 0 };
		kept.users++;
		kept.lastUsed = Date.now();
		this.kept.delete(key);
		this.kept.set(key, kept);
		this.giveUpOldest();
		return kept.value;
	}

	leave(key: string): void {
		const kept = this.kept.get(key);
		if (!kept) return;
		kept.users--;
		kept.lastUsed = Date.now();
		if (kept.users === 0 && !this.isWorthKeeping(kept.value)) this.kept.delete(key);
	}

	/** Every use gives up more than it can add. */
	private giveUpOldest(): void {
		for (const [key, { users, lastUsed }] of this.kept) {
			if (users > 0 || Date.now() - lastUsed < KEPT_MS) return;
			this.kept.delete(key);
		}
	}
}
