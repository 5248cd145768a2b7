/**
 * Runs the stand-in of the service until it is interrupted:
 *
 *   node sandbox/service/main.ts [--port 3402] [--website-port 3403] [--api-key sandbox-key]
 *     [--deployment hosted|open2026|open2025] [--no-authentication]
 */
import { parseArgs } from 'node:util';

import { deployments } from './deployment.ts';
import { startService } from './index.ts';

const { values } = parseArgs({
	options: {
		port: { type: 'string', default: '3402' },
		'website-port': { type: 'string', default: '3403' },
		deployment: { type: 'string', default: 'hosted' },
		'no-authentication': { type: 'boolean', default: false },
		'api-key': { type: 'string', multiple: true, default: ['sandbox-key'] },
	},
});

const deployment = deployments.find((name) => name === values.deployment);
if (!deployment) throw new Error(`--deployment is one of ${deployments.join(', ')}`);

const service = await startService({
	port: Number(values.port),
	websitePort: Number(values['website-port']),
	apiKeys: values['api-key'],
	deployment,
	authentication: !values['no-authentication'],
});
console.log(`Service: ${service.url}`);
console.log(`Website: ${service.websiteUrl}`);
console.log(`API key: ${values['api-key'].join(', ')}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const)
	process.once(signal, () => void service.stop());
