import type { IDataObject } from 'n8n-workflow';

import { isRecord } from './checks';

/** The events of a trace answer, in the order in which they happened. */
export function eventsOf({ events }: Record<string, unknown>): IDataObject[] {
	return Array.isArray(events) ? inProducerOrder(events) : [];
}

/** Events in producer order (supplement, "Trace events"); what is not an event is left out. */
export function inProducerOrder(events: readonly unknown[]): IDataObject[] {
	return events.filter(isEvent).sort((a, b) => sequenceOf(a) - sequenceOf(b));
}

function isEvent(event: unknown): event is IDataObject {
	return isRecord(event);
}

function sequenceOf({ producerSequence }: IDataObject): number {
	return typeof producerSequence === 'number' ? producerSequence : 0;
}
