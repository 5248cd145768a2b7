import { print, table } from '../markdown.ts';
import { PolledTeam } from '../polledTeam.ts';

const SIZES = [10, 1_000, 10_000];
const MS_BETWEEN_RUNS = 5_000;
const HOUR_MS = 60 * 60_000;

interface Scenario {
	title: string;
	/** Every so many runs one is in progress at activation, the newest among them; 0 for none. */
	inProgressEvery: number;
	/** Every so many runs one ends before the poll that is measured; 0 for none. */
	endingEvery: number;
}

const SCENARIOS: Scenario[] = [
	{ title: 'none in progress; idle', inProgressEvery: 0, endingEvery: 0 },
	{ title: '1% in progress; idle', inProgressEvery: 100, endingEvery: 0 },
	{ title: '1% in progress; all of these end', inProgressEvery: 100, endingEvery: 100 },
	{ title: 'all in progress; idle', inProgressEvery: 1, endingEvery: 0 },
	{ title: 'all in progress; 1% end', inProgressEvery: 1, endingEvery: 100 },
];

/** The second poll after activation: the first one may still look around. */
async function pollOf(size: number, { inProgressEvery, endingEvery }: Scenario) {
	const team = new PolledTeam();
	const activation = team.now;
	for (let age = size - 1; age >= 0; age--) {
		const createdAt = activation - 60_000 - age * MS_BETWEEN_RUNS;
		const endsAt = activation + HOUR_MS / 2 - createdAt;
		const isOneOf = (every: number) => every > 0 && age % every === 0;
		const lasts = isOneOf(endingEvery) ? `${endsAt}ms` : isOneOf(inProgressEvery) ? '30d' : '1s';
		team.runs.start({ prompt: `[lasts ${lasts}]` }, { createdAt });
	}
	await team.poll();
	team.now += 60_000;
	await team.poll();
	team.now += HOUR_MS;
	return await team.poll();
}

const rows: string[][] = [];
for (const scenario of SCENARIOS) {
	for (const size of SIZES) {
		const { events, requests, stateBytes } = await pollOf(size, scenario);
		rows.push([
			scenario.title,
			size.toLocaleString('en-US'),
			String(events),
			String(requests),
			(stateBytes / 1024).toFixed(1),
		]);
	}
}
print(
	'Trigger: requests and state',
	'One poll of a team that has so many runs, one every 5 s, listed on pages of 20.',
	table(['Runs', 'Number', 'Events', 'Requests of the poll', 'State, KB'], rows),
);
