import { defineConfig } from 'vitest/config';

/** n8n in queue mode, with the packed pack installed. `dist/` has to be built before. */
export default defineConfig({
	test: {
		include: ['test/queue/**/*.test.ts'],
		pool: 'forks',
		fileParallelism: false,
		maxWorkers: 1,
		testTimeout: 120_000,
		hookTimeout: 600_000,
		teardownTimeout: 60_000,
		reporters: ['verbose'],
	},
});
