/**
 * Runs the stand-in of the service until it is interrupted:
 *
 *   node sandbox/service/main.ts [--port 3402] [--website-port 3403] [--api-key sandbox-key]
 */
import { parseArgs } from 'node:util';

import { startService } from './index.ts';

const { values } = parseArgs({
	options: {
		port: { type: 'string', default: '3402' },
		'website-port': { type: 'string', default: '3403' },
		'api-key': { type: 'string', multiple: true, default: ['sandbox-key'] },
	},
});

const service = await startService({
	port: Number(values.port),
	websitePort: Number(values['website-port']),
	apiKeys: values['api-key'],
});
console.log(`Service: ${service.url}`);
console.log(`Website: ${service.websiteUrl}`);
console.log(`API key: ${values['api-key'].join(', ')}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const)
	process.once(signal, () => void service.stop());
