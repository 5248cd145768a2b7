import type { Explanation } from './explanation';

/** n8n's own address is of no use to a service on the internet. */
export function unreachableAddress(address: string): Explanation {
	return {
		message: 'The service cannot reach this n8n to wake the workflow up',
		description: `The address that n8n gives out, ${address}, belongs to a private network. Nothing was started. Set Wait By to "Polling", or give n8n its public address by the environment variable WEBHOOK_URL, in queue mode also on the workers.`,
		details: { field: 'Wait By', retryable: false },
	};
}

/** What an execution keeps while it sleeps lacks a job. */
export function forgottenJob(noun: string, jobIds: string[]): Explanation {
	return {
		message: `The ${noun} of this item is not among those that the execution waited for`,
		description: `Nothing was started in its place, because that could cost twice. Get reads what was started: ${jobIds.join(', ')}.`,
		details: { startedJobIds: jobIds, retryable: false },
	};
}
