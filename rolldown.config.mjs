import { defineConfig } from 'rolldown';

/** What n8n loads: the nodes and the credential, each where package.json says; the rest is shared. */
const ENTRIES = [
	'credentials/WebDataApi.credentials',
	'nodes/WebData/WebData.node',
	'nodes/WebDataTrigger/WebDataTrigger.node',
	'nodes/WebDataWebhookTrigger/WebDataWebhookTrigger.node',
];

/** One file instead of some 280 loads in a third of the time, and packs into two thirds of the size. */
export default defineConfig({
	input: Object.fromEntries(ENTRIES.map((entry) => [entry, `${entry}.ts`])),
	platform: 'node',
	external: ['n8n-workflow'],
	output: {
		dir: 'dist',
		format: 'cjs',
		entryFileNames: '[name].js',
		chunkFileNames: 'nodes/[name].js',
		codeSplitting: { groups: [{ name: 'shared', test: /\/nodes\/.+(?<!\.node)\.ts$/ }] },
		sourcemap: true,
		comments: false,
	},
});
