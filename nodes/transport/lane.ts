import { sleep } from 'n8n-workflow';

import { inLine } from './inLine';
import { Line } from './queue';

/** The right to have one request under way, or one job with all its requests. */
export class Place {
	private isHeld = true;

	constructor(private readonly lane: Lane) {}

	/**
	 * Gives the place back, after whoever failed had the time to end the node execution.
	 *
	 * @param atOnce where whoever is next will not be sent either
	 */
	release(atOnce = false): void {
		if (!this.isHeld) return;
		this.isHeld = false;
		if (atOnce || !this.lane.isWaitedFor) this.lane.handOn();
		else void sleep(0).then(() => this.lane.handOn());
	}
}

/** What has `max` places: a node execution, a trigger's poll or a search of the editor. */
export class Lane {
	private held = 0;

	private readonly waiting = new Line<() => void>();

	/** @param max Max Concurrency: requests, or jobs that are waited for, under way at once */
	constructor(readonly max: number) {}

	/**
	 * Waits for a free place and takes it. Whoever takes one has to release it.
	 *
	 * @param comesAgain for a request that was sent before: it goes before those that were not
	 * @throws the signal's reason as soon as it aborts
	 */
	async take(signal?: AbortSignal, comesAgain = false): Promise<Place> {
		signal?.throwIfAborted();
		if (this.held < this.max) this.held++;
		else await inLine(this.waiting, comesAgain, signal);
		return new Place(this);
	}

	get isWaitedFor(): boolean {
		return this.waiting.size > 0;
	}

	/** Gives a place to whoever waits longest. */
	handOn(): void {
		const next = this.waiting.take();
		if (next) next();
		else this.held--;
	}
}
