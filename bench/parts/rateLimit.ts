import { mapChain, presentContenders, TITLES, type Contender } from '../contenders.ts';
import type { Chain } from '../n8n.ts';
import { print, table } from '../markdown.ts';
import { BenchN8n } from '../n8n.ts';
import { startRemoteService, type RemoteService } from '../service.ts';

const ITEMS = 1000;
const LIMIT = { requests: 40, perSeconds: 2 };

/** Everyone keeps what succeeded: a workflow that loses all items to one refusal needs no table. */
function rateLimited(contender: Contender, service: RemoteService): Chain {
	const chain = mapChain(contender, service.url, service.websiteUrl, 1);
	const [first, ...rest] = chain.nodes;
	return first
		? { ...chain, nodes: [{ ...first, onError: 'continueRegularOutput' }, ...rest] }
		: chain;
}

const n8n = await BenchN8n.load({ withContenders: true });
const rows: string[][] = [];
for (const contender of presentContenders()) {
	// A new one each time, so that all begin with a fresh window.
	const service = await startRemoteService({ rateLimit: LIMIT });
	const items = Array.from({ length: ITEMS }, (_, number) => ({ number }));
	const start = performance.now();
	const { outputs } = await n8n.run(rateLimited(contender, service), items);
	const seconds = (performance.now() - start) / 1000;
	const completed = (outputs.at(-1) ?? []).filter(({ url }) => typeof url === 'string').length;
	const requests = await service.requestsSinceLast();
	rows.push([TITLES[contender], String(completed), String(requests), seconds.toFixed(0)]);
	service.stop();
}

const ideal = (ITEMS / LIMIT.requests - 1) * LIMIT.perSeconds;
print(
	`${ITEMS.toLocaleString('en-US')} items under a rate limit`,
	`The service lets ${LIMIT.requests} requests through in ${LIMIT.perSeconds} s and answers 429 with Retry-After to the others; no one can be done before ${ideal} s. All nodes are set to continue on errors, otherwise as they come.`,
	table(['By', 'Items completed', 'Requests sent', 'Seconds'], rows),
);
await n8n.close();
