import { createRequire } from 'node:module';

import { defineConfig } from 'vitest/config';

/** All tests but those that need a whole n8n. `dist/` has to be built before. */
export default defineConfig({
	test: {
		// As n8n loads it: the CommonJS build.
		alias: { 'n8n-workflow': createRequire(import.meta.url).resolve('n8n-workflow') },
		include: ['test/**/*.test.ts'],
		exclude: ['**/node_modules/**', 'test/e2e/**', 'test/queue/**'],
		// n8n's expression engine is native code, which worker threads do not isolate.
		pool: 'forks',
		// Many tests wait more than they compute; vitest would leave a processor free.
		maxWorkers: '150%',
		testTimeout: 30_000,
		hookTimeout: 30_000,
		coverage: {
			provider: 'v8',
			// What n8n runs, which source maps bring back to nodes/ and credentials/, and what unit tests
			// import from there.
			include: ['dist/**/*.js', 'nodes/**/*.ts'],
			reporter: ['text', 'html', 'json-summary'],
			thresholds: { lines: 95, branches: 90 },
		},
	},
});
