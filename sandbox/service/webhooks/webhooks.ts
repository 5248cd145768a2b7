import { setTimeout as sleep } from 'node:timers/promises';

import { deliveryOf, targetOf, wants, type Delivery, type WebhookEvent } from './delivery.ts';

export interface WebhookOptions {
	/** Signs what is sent. Default: nothing is signed, as on self-hosted servers without a secret. */
	webhookSecret?: string;
	/** Milliseconds before each repeat of a delivery that failed. Default: 1, 5 and 15 minutes. */
	webhookRepeats?: number[];
	/** Milliseconds that a receiver has to answer. Default: 10 seconds. */
	webhookTimeout?: number;
}

const MINUTE_MS = 60_000;

/** How often it is looked whether something awaited has happened, in milliseconds. */
const WATCH_EVERY_MS = 25;

/** Sends what happens at the service to those who asked for it. */
export class Webhooks {
	/** All deliveries there ever were, oldest first. */
	readonly deliveries: Delivery[] = [];

	/** Whether every delivery is made twice at the same time. */
	isDoubled = false;

	readonly #secret: string | undefined;
	readonly #repeats: number[];
	readonly #timeout: number;
	readonly #closing = new AbortController();
	#held: Delivery[] | undefined;

	constructor(options: WebhookOptions) {
		this.#secret = options.webhookSecret;
		this.#repeats = options.webhookRepeats ?? [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS];
		this.#timeout = options.webhookTimeout ?? 10_000;
	}

	/** Tells an event to the `webhook` of a request, if it wants it. */
	tell(webhook: unknown, event: WebhookEvent): void {
		const target = targetOf(webhook);
		if (!target || !wants(target, event.type)) return;
		const delivery = deliveryOf(target, event, this.#secret);
		this.deliveries.push(delivery);
		if (this.#held) this.#held.push(delivery);
		else this.#begin(delivery);
	}

	/** Tells as soon as `happened` says so, by whatever clock that goes. */
	tellWhen(webhook: unknown, happened: () => boolean, event: () => WebhookEvent): void {
		if (!targetOf(webhook)) return;
		void this.#until(happened).then((isTime) => {
			if (isTime) this.tell(webhook, event());
		});
	}

	/** Keeps back what is to be sent from now on. */
	hold(): void {
		this.#held ??= [];
	}

	/** Sends what was kept back, the last event first. */
	async releaseReversed(): Promise<void> {
		const held = this.#held ?? [];
		this.#held = undefined;
		for (const delivery of held.reverse()) await this.send(delivery);
	}

	/** Sends a delivery once more, as a repeat would. @returns the status of the answer */
	async send(delivery: Delivery): Promise<number> {
		const { url, headers, body } = delivery;
		const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(this.#timeout)]);
		const at = Date.now();
		const status = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
			.then(async (answer) => {
				await answer.arrayBuffer();
				return answer.status;
			})
			.catch(() => 0);
		delivery.attempts.push({ at, status });
		return status;
	}

	/** Sends nothing any more. */
	close(): void {
		this.#closing.abort();
	}

	#begin(delivery: Delivery): void {
		for (let copy = this.isDoubled ? 2 : 1; copy > 0; copy--) void this.#deliver(delivery);
	}

	async #deliver(delivery: Delivery): Promise<void> {
		for (const delay of [0, ...this.#repeats]) {
			if (!(await this.#pass(delay))) return;
			const status = await this.send(delivery);
			if (status >= 200 && status < 300) return;
		}
	}

	/** @returns false when the stand-in was stopped meanwhile */
	async #pass(milliseconds: number): Promise<boolean> {
		const { signal } = this.#closing;
		return await sleep(milliseconds, true, { signal, ref: false }).catch(() => false);
	}

	async #until(happened: () => boolean): Promise<boolean> {
		while (!happened()) if (!(await this.#pass(WATCH_EVERY_MS))) return false;
		return true;
	}
}
