import { defineConfig } from 'vitest/config';

/** Tests against a real n8n with the packed pack installed. `dist/` has to be built before. */
export default defineConfig({
	test: {
		include: ['test/e2e/**/*.test.ts'],
		globalSetup: 'test/e2e/sharedN8n.ts',
		fileParallelism: false,
		maxWorkers: 1,
		testTimeout: 120_000,
		hookTimeout: 240_000,
		teardownTimeout: 60_000,
		reporters: ['verbose'],
	},
});
