import { vi } from 'vitest';

import type { StartedExecution } from '../support/engine.ts';

const realSetTimeout = setTimeout;

/** Waits in real time, for what happens outside of this process's timers. */
export async function realTime(ms: number): Promise<void> {
	await new Promise((resolve) => realSetTimeout(resolve, ms));
}

/** From here on the tests of a file decide how fast time passes. Call it in `beforeEach`. */
export function takeOverTime(): void {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
}

/** Lets the time pass until the execution ends, slowly enough for real requests to be answered. */
export async function inFastTime<Result>(
	{ promise }: StartedExecution<Result>,
	stepMs = 100,
): Promise<Result> {
	const state = { isOver: false };
	const over = promise.finally(() => (state.isOver = true));
	while (!state.isOver) {
		await realTime(2);
		await vi.advanceTimersByTimeAsync(stepMs);
	}
	return await over;
}
