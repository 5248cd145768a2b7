import type { IExecuteFunctions } from 'n8n-workflow';

/** How many deliveries are remembered: repeats come within minutes. n8n saves them as one record. */
const MAX_REMEMBERED = 5_000;

/**
 * Whether a delivery comes for the first time, which n8n remembers across restarts. Copies that come
 * at the very same moment may all pass.
 *
 * @param webhookId of the delivery, the same for its repeats; without one, nothing can be told
 */
export async function isFirstTime(
	context: IExecuteFunctions,
	webhookId: string | undefined,
): Promise<boolean> {
	// What is tried out in the editor is no concern of the active workflow.
	if (webhookId === undefined || context.getMode() === 'manual') return true;
	const record = async () =>
		await context.helpers.checkProcessedAndRecord([webhookId], 'node', {
			mode: 'entries',
			maxEntries: MAX_REMEMBERED,
		});
	// The record of a node is made by its first delivery: of two at once, one fails to make it.
	const { processed } = await record().catch(record);
	return processed.length === 0;
}
