import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The engine tests once more, on the engine of n8n's last 1.x release. */
export default defineConfig({
	test: {
		include: [
			'test/engine/{website,agentRun,trigger,transport,webSearch,file,waitByWebhook,webhookTrigger}/**/*.test.ts',
		],
		// They hold the pack against the service, not against n8n.
		exclude: ['**/node_modules/**', '**/faults.test.ts', '**/hostile.property.test.ts'],
		globalSetup: 'test/n8n1/installPack.ts',
		env: { N8N_CORE_FOLDER: fileURLToPath(new URL('.', import.meta.url)) },
		pool: 'forks',
		maxWorkers: '150%',
		testTimeout: 30_000,
		hookTimeout: 30_000,
	},
});
