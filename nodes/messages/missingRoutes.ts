import type { Explanation } from './explanation';

/** A deployment without the route that lists agent runs. */
export const CANNOT_LIST_RUNS: Explanation = {
	message: 'This deployment of the service cannot list agent runs',
	description:
		'Name a run by its id instead (By ID), which Start returns as jobId. A server of your own may have no agents at all; if it should have, check the Base URL of the credential.',
	details: { retryable: false },
};

/** A deployment without the list of activities, in which batch scrapes stand. */
export const CANNOT_LIST_BATCHES: Explanation = {
	message: 'This deployment of the service cannot list batch scrapes',
	description:
		'Name the batch scrape by its id instead (By ID), which Start returns as jobId. A server of your own keeps no such list.',
	details: { retryable: false },
};

/** A deployment that tells nothing of the account. */
export const NO_ACCOUNT_ROUTE: Explanation = {
	message: 'This deployment of the service tells nothing of this',
	description:
		'A server of your own has no plan and no credits, and often lacks this. If the service should have it, check the Base URL of the credential.',
	details: { retryable: false },
};

/** A deployment without monitors. */
export const CANNOT_LIST_MONITORS: Explanation = {
	message: 'This deployment of the service has no monitors',
	description:
		'A server of your own may lack them; if it should have them, check the Base URL of the credential.',
	details: { retryable: false },
};

/** A deployment without the list of crawls at work. */
export const CANNOT_LIST_CRAWLS: Explanation = {
	message: 'This deployment of the service cannot list crawls',
	description: 'Name the crawl by its id instead (By ID), which Start returns as jobId.',
	details: { retryable: false },
};
