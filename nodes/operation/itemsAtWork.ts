import { sleep } from 'n8n-workflow';

import { unlessAborted } from '../transport/abort';

/** In a pause as long as this beyond that of batches, n8n has begun all items that it will. */
const BEGIN_PAUSE_MS = 100;

/** The input items of one node execution: which n8n has begun, and how far they have come. */
export class ItemsAtWork {
	/** How many items n8n has begun. */
	begun = 0;

	/** The item that n8n began last; it begins them in their order. */
	last = -1;

	/** How many of the begun items have not ended. */
	private open = 0;

	/** How many items wait for all others to come as far. */
	private gathered = 0;

	/** Whether n8n begins no more, although there are more. */
	private noMoreBegin = false;

	private isWatched = false;

	private readonly allGathered: Promise<void>;

	private readonly allEnded: Promise<void>;

	private resolveAllGathered!: () => void;

	private resolveAllEnded!: () => void;

	constructor(
		/** How many items stand in the input. */
		readonly input: number,
		/** How long n8n pauses between batches of items, in milliseconds. */
		private readonly batchPauseMs: number,
	) {
		this.allGathered = new Promise((resolve) => (this.resolveAllGathered = resolve));
		this.allEnded = new Promise((resolve) => (this.resolveAllEnded = resolve));
	}

	begin(itemIndex: number): void {
		this.begun++;
		this.open++;
		this.last = itemIndex;
	}

	end(): void {
		this.open--;
		this.check();
	}

	/**
	 * Waits until every other item has come as far as this one or has ended, for work that items do
	 * together.
	 *
	 * @throws the signal's reason
	 */
	async gather(signal: AbortSignal): Promise<void> {
		this.gathered++;
		this.check();
		void this.seeWhetherMoreBegin();
		await unlessAborted(this.allGathered, signal);
	}

	/** Waits until n8n has begun all items and each has ended. Only then does it note any that fails. */
	async ended(): Promise<void> {
		void this.seeWhetherMoreBegin();
		await this.allEnded;
	}

	private check(): void {
		if (!this.noMoreBegin && this.begun < this.input) return;
		if (this.open === 0) this.resolveAllEnded();
		if (this.gathered >= this.open) this.resolveAllGathered();
	}

	/**
	 * Under Continue On Fail n8n leaves out items whose expressions it cannot evaluate, and tells
	 * nobody. It begins the others without a pause but between batches.
	 */
	private async seeWhetherMoreBegin(): Promise<void> {
		if (this.isWatched || this.begun >= this.input) return;
		this.isWatched = true;
		for (let known = -1; known !== this.begun;) {
			known = this.begun;
			await sleep(BEGIN_PAUSE_MS + this.batchPauseMs);
		}
		this.noMoreBegin = true;
		this.check();
	}
}
