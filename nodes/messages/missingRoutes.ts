import type { Explanation } from './explanation';

/** A deployment without the route that lists agent runs. */
export const CANNOT_LIST_RUNS: Explanation = {
	message: 'This deployment of the service cannot list agent runs',
	description:
		'Runs can be named by their ids instead, which Start returns as jobId. A server of your own may have no agents at all.',
	details: { retryable: false },
};
