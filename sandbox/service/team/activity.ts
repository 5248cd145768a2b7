/** One thing that a team asked for. */
export interface Activity {
	id: string;
	team: string;
	endpoint: Endpoint;
	/** Unix milliseconds. */
	createdAt: number;
	/** What it was about: an address, a query. */
	target: string | null;
}

/** The endpoints that the activity route can be filtered by, in the service's order. */
export const endpoints = [
	'scrape',
	'crawl',
	'batch_scrape',
	'search',
	'extract',
	'llmstxt',
	'deep_research',
	'map',
	'agent',
	'browser',
	'interact',
] as const;

export type Endpoint = (typeof endpoints)[number];

/** How long an activity is shown. */
const SHOWN_FOR_MS = 24 * 60 * 60 * 1000;

/** What the teams did, as the account tells it. */
export class Activities {
	readonly #now: () => number;
	/** Oldest first. */
	readonly #all: Activity[] = [];

	constructor(now: () => number) {
		this.#now = now;
	}

	record(activity: Omit<Activity, 'createdAt'>): void {
		this.#all.push({ ...activity, createdAt: this.#now() });
	}

	/** Whoever's it is. */
	find(id: string): Activity | undefined {
		return this.#all.find((activity) => activity.id === id);
	}

	/** The team's activities of the last 24 hours, newest first. */
	recent(team: string): Activity[] {
		const since = this.#now() - SHOWN_FOR_MS;
		return this.#all
			.filter((activity) => activity.team === team && activity.createdAt > since)
			.reverse();
	}
}
