import type { IExecuteSingleFunctions, IHookFunctions } from 'n8n-workflow';

import { FieldError, isBlank, text } from '../../contract/checks';
import { isPrivateAddress } from '../../contract/privateAddress';
import { newMonitor } from '../../contract/requests/monitor';
import { monitorEventsOf } from '../../events/webhookEvents';
import { ExplainedFailure } from '../../messages/explanation';
import { unreachableTrigger } from '../../messages/webhookTrigger';
import { Input } from '../../operation/input';
import type { Account } from '../../transport/account';
import { readMonitorOptions } from '../../WebData/fields/monitorOptions';
import { readSchedule } from '../../WebData/fields/monitorSchedule';
import { readTargets } from '../../WebData/fields/monitorTarget';
import { monitorMark } from '../monitorMark';
import { readEvents, readPageFilter } from '../settings';

const MAX_NAME_LENGTH = 256;

/** The address that the monitor calls: that of this trigger, productive or for a test. */
export function addressOf(context: IHookFunctions): string {
	return context.getNodeWebhookUrl('default') ?? '';
}

/**
 * The monitor that the user describes, as the body of its creation.
 *
 * @throws FieldError
 * @throws ExplainedFailure where the service cannot reach the trigger
 */
export function wantedMonitor(context: IHookFunctions, account: Account): Record<string, unknown> {
	const url = addressOf(context);
	if (isPrivateAddress(url) && !isPrivateAddress(account.baseURL)) {
		throw new ExplainedFailure(unreachableTrigger(url));
	}
	// All but files is read in the same way, and a monitor has no files.
	const input = new Input(context as unknown as IExecuteSingleFunctions, { url: '' });
	const schedule = readSchedule(input);
	if (!schedule) throw new FieldError('Schedule', 'is required', undefined);
	const { email, ...options } = readMonitorOptions(input);
	const { judgeEnabled, retentionDays } = options;
	return newMonitor({
		body: { name: nameOf(context), goal: input.parameter('goal', ''), judgeEnabled, retentionDays },
		schedule,
		targets: readTargets(input),
		email,
		webhook: {
			webhookUrl: url,
			webhookEvents: eventsOf(context),
			webhookMetadata: monitorMark(context),
		},
	});
}

/** A test must not be taken for the monitor of the active workflow. */
function nameOf(context: IHookFunctions): string {
	const given = context.getNodeParameter('options.name', '');
	const name = isBlank(given)
		? `n8n: ${context.getWorkflow().name ?? ''}`
		: text('Monitor Name', given);
	const full = context.getMode() === 'manual' ? `Test of ${name}` : name;
	return isBlank(given) ? full.slice(0, MAX_NAME_LENGTH) : full;
}

/** Pages that are gone are known at the end of a check only. */
function eventsOf(context: IHookFunctions): string[] {
	const events = readEvents(context);
	const isRemovedWanted = readPageFilter(context)?.statuses.includes('removed') ?? false;
	const wantsEnd = isRemovedWanted && events.includes('monitorPage');
	return monitorEventsOf(wantsEnd ? [...events, 'checkCompleted'] : events);
}
