import { setTimeout as sleep } from 'node:timers/promises';

import type { ScrapedPage } from '../scrape/scrapeDocument.ts';

/** A page that a job is to read. */
export interface PageTask {
	url: string;
	/** Links that were followed from the start to it. */
	depth: number;
	/** Read for its links alone. */
	isHidden?: boolean;
}

export interface WorkerParts {
	/** Pages at once. */
	maxConcurrency: number;
	/** Milliseconds between two pages, which then come one at a time; 0 for none. */
	delay: number;
	/** The stand-in stops. */
	isClosed: AbortSignal;
	read: (task: PageTask) => Promise<ScrapedPage>;
	/** The page counts as read when this is done. */
	onPage: (task: PageTask, page: ScrapedPage) => Promise<void> | void;
	onFailure: (task: PageTask, error: unknown) => void;
	/** There is nothing left to do; called once for each time that work was added. */
	onIdle: () => void;
}

/** Works through the pages of a job, so many at once. Held at first, as more pages may be added. */
export class PageWorker {
	readonly #parts: WorkerParts;
	#waiting: PageTask[] = [];
	/** Index of the next waiting task: the list is long, and taking from its front slow. */
	#next = 0;
	#active = 0;
	#isHeld = true;

	constructor(parts: WorkerParts) {
		this.#parts = parts;
	}

	add(task: PageTask): void {
		this.#waiting.push(task);
		this.#fill();
	}

	/** No more pages come but those that pages link to. */
	release(): void {
		this.#isHeld = false;
		this.#fill();
	}

	/** Gives up the pages that wait; returns them. */
	drop(): PageTask[] {
		const dropped = this.#waiting.slice(this.#next);
		this.#waiting = [];
		this.#next = 0;
		this.release();
		return dropped;
	}

	#fill(): void {
		const { maxConcurrency, delay, isClosed, onIdle } = this.#parts;
		const most = delay > 0 ? 1 : maxConcurrency;
		while (this.#active < most && !isClosed.aborted) {
			const task = this.#waiting[this.#next];
			if (!task) break;
			this.#next += 1;
			this.#active += 1;
			void this.#work(task);
		}
		if (this.#active === 0 && !this.#isHeld && !isClosed.aborted) onIdle();
	}

	async #work(task: PageTask): Promise<void> {
		const { delay, isClosed, read, onPage, onFailure } = this.#parts;
		try {
			const page = await read(task);
			await onPage(task, page);
		} catch (error) {
			if (!isClosed.aborted) onFailure(task, error);
		}
		if (delay > 0) await sleep(delay, undefined, { signal: isClosed }).catch(() => undefined);
		this.#active -= 1;
		this.#fill();
	}
}
