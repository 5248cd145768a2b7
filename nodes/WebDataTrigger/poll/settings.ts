import type { IPollFunctions } from 'n8n-workflow';

import { uuidOf } from '../../contract/uuid';
import { FieldError, flag, isBlank, oneOf, text, textList } from '../../contract/checks';
import { canonicalId } from '../../contract/runList';
import { EVENTS } from '../../events/agentEvent';
import { ExplainedFailure } from '../../messages/explanation';
import type { TriggerSettings } from './pipeline';

/** Stands under Events for every end. */
export const ANY_EVENT = 'any';

/**
 * What the user has set, whatever is watched.
 *
 * @throws FieldError naming the field that cannot be right
 */
export function readSettings(context: IPollFunctions): TriggerSettings {
	const option = (name: string, fallback: unknown) =>
		context.getNodeParameter(`options.${name}`, fallback);
	const choice = (name: string, displayName: string, fallback: boolean) => {
		const value = option(name, fallback);
		return isBlank(value) ? fallback : flag(displayName, value);
	};
	return {
		events: readEvents(context),
		includeData: choice('includeData', 'Include Data', true),
		emitExisting: choice('emitExisting', 'Emit Existing Runs', false),
		promptContains: text('Prompt Contains', option('promptContains', '')),
	};
}

function readEvents(context: IPollFunctions): string[] {
	const given = textList('Events', context.getNodeParameter('events', EVENTS), { commas: true });
	if (given.length === 0) throw new FieldError('Events', 'must name at least one', undefined);
	const events = given.map((event) => oneOf(...EVENTS, ANY_EVENT)('Events', event));
	return events.includes(ANY_EVENT) ? EVENTS : events;
}

/** The ids of the runs to watch; undefined when all runs of the team are. */
export function readWatchedIds(context: IPollFunctions): string[] | undefined {
	const watch = oneOf('team', 'runs')('Watch', context.getNodeParameter('watch', 'team'));
	if (watch === 'team') return undefined;
	const given = textList('Agent Run IDs', context.getNodeParameter('jobIds', []), { commas: true });
	const ids = given.map((id) => canonicalId(uuidOf(id, 'Agent Run IDs', 'an agent run')));
	if (ids.length > 0) return [...new Set(ids)];
	throw new ExplainedFailure({
		message: 'Agent Run IDs is required',
		description: 'Name at least one run to wait for, or set Watch to "All Runs of the Team".',
		details: { field: 'Agent Run IDs' },
	});
}
