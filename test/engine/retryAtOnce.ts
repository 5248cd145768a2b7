import { afterEach, beforeEach, vi } from 'vitest';

/** Lets every backoff of a test file be of no length: full jitter may draw 0. */
export function retryAtOnce(): void {
	beforeEach(() => {
		vi.spyOn(Math, 'random').mockReturnValue(0);
	});
	afterEach(() => {
		vi.restoreAllMocks();
	});
}
