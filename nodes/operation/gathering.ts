import { sleep } from 'n8n-workflow';

/** In a pause as long as this beyond that of batches, n8n has begun all items that it will. */
const BEGIN_PAUSE_MS = 100;

/** Items of a node execution that wait for each other, for work that they do together. */
export class Gathering {
	/** How long n8n pauses between batches of items, in milliseconds. */
	batchPauseMs = 0;

	private begun = 0;

	private open = 0;

	/** How many items wait for all others to come as far. */
	private gathered = 0;

	/** Whether somebody looks after items that n8n leaves out, and whether it begins no more. */
	private isWatched = false;

	private noMoreBegin = false;

	/** Resolves when each item has gathered or ended. */
	private readonly all: Promise<void>;

	private resolveAll!: () => void;

	/** @param inputItems how many items n8n begins, but for those that it leaves out */
	constructor(private readonly inputItems: number) {
		this.all = new Promise((resolve) => (this.resolveAll = resolve));
	}

	begin(): void {
		this.begun++;
		this.open++;
	}

	end(): void {
		this.open--;
		this.check();
	}

	/** Waits until every other item has come as far as this one or has ended. */
	async gather(): Promise<void> {
		this.gathered++;
		this.check();
		void this.seeWhetherMoreBegin();
		await this.all;
	}

	private check(): void {
		const haveAllBegun = this.noMoreBegin || this.begun >= this.inputItems;
		if (haveAllBegun && this.gathered >= this.open) this.resolveAll();
	}

	/**
	 * Under Continue On Fail n8n leaves out items whose expressions it cannot evaluate, and tells
	 * nobody. It begins the others without a pause but between batches.
	 */
	private async seeWhetherMoreBegin(): Promise<void> {
		if (this.isWatched) return;
		this.isWatched = true;
		for (let known = -1; known !== this.begun && this.begun < this.inputItems;) {
			known = this.begun;
			await sleep(BEGIN_PAUSE_MS + this.batchPauseMs);
		}
		this.noMoreBegin = true;
		this.check();
	}
}
