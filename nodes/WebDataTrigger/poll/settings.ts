import type { IPollFunctions } from 'n8n-workflow';

import { uuidOf } from '../../contract/uuid';
import { FieldError, flag, isBlank, oneOf, text, textList } from '../../contract/checks';
import { PAGE_STATUSES } from '../../contract/monitorCheck';
import { canonicalId } from '../../contract/runList';
import { EVENTS } from '../../events/agentEvent';
import { chosenStatuses } from '../../events/monitorPage';
import { ExplainedFailure } from '../../messages/explanation';
import type { TriggerState } from '../state/state';
import type { TriggerSettings } from './pipeline';
import type { MonitorSettings } from './readPages';

/** Stands under Events for every end. */
export const ANY_EVENT = 'any';

/**
 * What the user has set, whatever is watched.
 *
 * @throws FieldError naming the field that cannot be right
 */
export function readSettings(context: IPollFunctions): TriggerSettings {
	return {
		events: readEvents(context),
		...readCommon(context),
		promptContains: text('Prompt Contains', context.getNodeParameter('options.promptContains', '')),
	};
}

function readEvents(context: IPollFunctions): string[] {
	const given = textList('Events', context.getNodeParameter('events', EVENTS), { commas: true });
	if (given.length === 0) throw new FieldError('Events', 'must name at least one', undefined);
	const events = given.map((event) => oneOf(...EVENTS, ANY_EVENT)('Events', event));
	return events.includes(ANY_EVENT) ? EVENTS : events;
}

/** What the options say whatever is watched. */
function readCommon(context: IPollFunctions): { includeData: boolean; emitExisting: boolean } {
	return {
		includeData: choice(context, 'includeData', 'Include Data', true),
		emitExisting: choice(context, 'emitExisting', 'Emit Existing', false),
	};
}

function choice(
	context: IPollFunctions,
	name: string,
	displayName: string,
	fallback: boolean,
): boolean {
	const value = context.getNodeParameter(`options.${name}`, fallback);
	return isBlank(value) ? fallback : flag(displayName, value);
}

/**
 * What the user has set where a monitor is watched.
 *
 * @throws FieldError naming the field that cannot be right
 */
export function readMonitorSettings(
	context: IPollFunctions,
): MonitorSettings & { monitorId: string } {
	const chosen = context.getNodeParameter('monitorId', '', { extractValue: true });
	return {
		monitorId: uuidOf(chosen, 'Monitor', 'a monitor').toLowerCase(),
		pageStatuses: chosenStatuses(
			context.getNodeParameter('pageStatuses', PAGE_STATUSES.slice(0, 3)),
		),
		onlyMeaningful: choice(context, 'onlyMeaningful', 'Only Meaningful', false),
		...readCommon(context),
	};
}

/** What the trigger watches. @throws FieldError */
export function readWatch(context: IPollFunctions): TriggerState['watch'] {
	return oneOf('team', 'runs', 'monitor')('Watch', context.getNodeParameter('watch', 'team'));
}

/** The ids of the runs to watch. @throws FieldError */
export function readWatchedIds(context: IPollFunctions): string[] {
	const given = textList('Agent Run IDs', context.getNodeParameter('jobIds', []), { commas: true });
	const ids = given.map((id) => canonicalId(uuidOf(id, 'Agent Run IDs', 'an agent run')));
	if (ids.length > 0) return [...new Set(ids)];
	throw new ExplainedFailure({
		message: 'Agent Run IDs is required',
		description: 'Name at least one run to wait for, or set Watch to "All Runs of the Team".',
		details: { field: 'Agent Run IDs' },
	});
}
