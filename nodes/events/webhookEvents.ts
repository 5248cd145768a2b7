/** The choices under Events of the webhook trigger, by the events of a monitor that they stand for. */
const MONITOR_EVENTS = new Map([
	['monitor.page', 'monitorPage'],
	['monitor.check.completed', 'checkCompleted'],
]);

/** Of jobs, the names are those of the service without the kind of job. */
const JOB_EVENTS = ['action', 'cancelled', 'completed', 'failed', 'page', 'started'];

/** Values of the parameter `events` for what jobs and monitors send. */
export const SENT_EVENTS = [...JOB_EVENTS, ...MONITOR_EVENTS.values()];

/**
 * The choice that an event belongs to.
 *
 * @param type as the service calls it, such as `crawl.page`
 * @returns undefined for events that nobody can have chosen
 */
export function choiceOf(type: string): string | undefined {
	const name = type.slice(type.indexOf('.') + 1);
	return MONITOR_EVENTS.get(type) ?? JOB_EVENTS.find((event) => event === name);
}

/** The events of a monitor that some choices stand for, as the service calls them. */
export function monitorEventsOf(choices: readonly string[]): string[] {
	return [...MONITOR_EVENTS].filter(([, choice]) => choices.includes(choice)).map(([type]) => type);
}
