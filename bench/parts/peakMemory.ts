/** Prints the most memory, in MB, that a process of its own needs for one contender's map. */
import { BenchN8n } from '../n8n.ts';
import { mapBy, type Runner } from '../runners.ts';

const [runner, serviceUrl, size] = process.argv.slice(2);
const n8n = await BenchN8n.load({ withContenders: true });
await mapBy(runner as Runner, n8n, serviceUrl ?? '', Number(size));
console.log(process.resourceUsage().maxRSS / 1024);
await n8n.close();
