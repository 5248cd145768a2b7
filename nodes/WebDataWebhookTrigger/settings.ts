import { FieldError, flag, oneOf, textList } from '../contract/checks';
import { chosenStatuses } from '../events/monitorPage';
import { SENT_EVENTS } from '../events/webhookEvents';

/** What of n8n's functions reads a parameter, in every phase of the trigger. */
export interface Parameters {
	getNodeParameter(name: string, fallback?: unknown): unknown;
}

/** What pages of a monitor start the workflow. */
export interface PageFilter {
	statuses: string[];
	onlyMeaningful: boolean;
}

/** Whose events are taken: what jobs send, or the monitor of the trigger itself. @throws FieldError */
export function readSource(parameters: Parameters): 'monitor' | 'jobs' {
	return oneOf('monitor', 'jobs')('Source', parameters.getNodeParameter('source', 'monitor'));
}

/** Values of `events` that start the workflow. @throws FieldError */
export function readEvents(parameters: Parameters): string[] {
	const given = textList('Events', parameters.getNodeParameter('events', []), { commas: true });
	if (given.length === 0) throw new FieldError('Events', 'must name at least one', undefined);
	return given.map((event) => oneOf(...SENT_EVENTS)('Events', event));
}

/** Whether results are read where an event does not hold them. @throws FieldError */
export function readIncludeData(parameters: Parameters): boolean {
	return flag('Include Data', parameters.getNodeParameter('options.includeData', true));
}

/**
 * @returns undefined where every page is taken that is sent, as of jobs
 * @throws FieldError
 */
export function readPageFilter(parameters: Parameters): PageFilter | undefined {
	if (readSource(parameters) === 'jobs') return undefined;
	const hasPages = readEvents(parameters).includes('monitorPage');
	const meaningful = parameters.getNodeParameter('options.onlyMeaningful', false);
	return {
		statuses: hasPages ? chosenStatuses(parameters.getNodeParameter('pageStatuses', [])) : [],
		onlyMeaningful: flag('Only Meaningful', meaningful),
	};
}
