import type { Explanation } from './explanation';

/** A monitor would call an address that the service cannot reach. */
export function unreachableTrigger(address: string): Explanation {
	return {
		message: 'The service cannot reach this n8n',
		description: `The address that n8n gives out, ${address}, belongs to a private network. No monitor was created. Give n8n its public address by the environment variable WEBHOOK_URL, or use the Web Data Trigger, which asks the service instead.`,
		details: { retryable: false },
	};
}
