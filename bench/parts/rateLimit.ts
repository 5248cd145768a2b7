import { mapChain, presentContenders, TITLES, type Contender } from '../contenders.ts';
import type { Chain } from '../n8n.ts';
import { print, table } from '../markdown.ts';
import { BenchN8n } from '../n8n.ts';
import { startRemoteService, type RemoteService } from '../service.ts';
import { spread } from '../statistics.ts';

const ITEMS = 1000;
const ROUNDS = 5;
const LIMIT = { requests: 40, perSeconds: 2 };

/** Everyone keeps what succeeded: a workflow that loses all items to one refusal needs no table. */
function rateLimited(contender: Contender, service: RemoteService): Chain {
	const chain = mapChain(contender, service.url, service.websiteUrl, 1);
	const [first, ...rest] = chain.nodes;
	return first
		? { ...chain, nodes: [{ ...first, onError: 'continueRegularOutput' }, ...rest] }
		: chain;
}

interface Measured {
	completed: number[];
	requests: number[];
	seconds: number[];
}

async function measureOnce(contender: Contender, into: Measured): Promise<void> {
	// A new one each time, so that all begin with a fresh window.
	const service = await startRemoteService({ rateLimit: LIMIT });
	const items = Array.from({ length: ITEMS }, (_, number) => ({ number }));
	const start = performance.now();
	const { outputs } = await n8n.run(rateLimited(contender, service), items);
	into.seconds.push((performance.now() - start) / 1000);
	into.completed.push((outputs.at(-1) ?? []).filter(({ url }) => typeof url === 'string').length);
	into.requests.push(await service.requestsSinceLast());
	service.stop();
}

const n8n = await BenchN8n.load({ withContenders: true });
const rows: string[][] = [];
for (const contender of presentContenders()) {
	const measured: Measured = { completed: [], requests: [], seconds: [] };
	for (let round = 0; round < ROUNDS; round++) await measureOnce(contender, measured);
	const { completed, requests, seconds } = measured;
	rows.push([TITLES[contender], ...[completed, requests, seconds].map((list) => spread(list, 0))]);
}

const ideal = (ITEMS / LIMIT.requests - 1) * LIMIT.perSeconds;
print(
	`${ITEMS.toLocaleString('en-US')} items under a rate limit`,
	`The service lets ${LIMIT.requests} requests through in ${LIMIT.perSeconds} s and answers 429 with Retry-After to the others; no one can be done before ${ideal} s. All nodes are set to continue on errors, otherwise as they come. Median and middle half of ${ROUNDS} runs.`,
	table(['By', 'Items completed', 'Requests sent', 'Seconds'], rows),
);
await n8n.close();
