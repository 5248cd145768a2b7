import type { INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { uuidOf } from '../../../contract/uuid';
import type { Call } from '../../../operation/call';
import { operation } from '../../../operation/operation';
import { ignoreClosed } from '../../fields/browserCode';
import { requestOptionsField } from '../../fields/requestOptions';
import { scrapeId } from '../../fields/scrapeId';
import { endSession } from '../browserSession/requests';

const displayOptions = { show: { resource: ['page'], operation: ['stopInteraction'] } };

export const stopInteractionFields: INodeProperties[] = [
	{ ...scrapeId, displayOptions },
	requestOptionsField(displayOptions.show, [ignoreClosed]),
];

export const stopInteraction: INodePropertyOptions = {
	name: 'Stop Interaction',
	value: 'stopInteraction',
	action: 'Stop interacting with a page',
	description:
		'Close the browser in which a page was interacted with, so that it costs nothing more',
	routing: operation({
		fields: stopInteractionFields,
		read: (input) => ({
			scrapeId: uuidOf(input.parameter('scrapeId', ''), 'scrapeId', 'a scrape'),
			ignoreClosed: input.flag('options.ignoreClosed', false),
		}),
		work: stop,
	}),
};

/** One item with how long the browser was open and what that cost. */
async function stop(
	call: Call,
	{ scrapeId, ignoreClosed }: { scrapeId: string; ignoreClosed: boolean },
): Promise<INodeExecutionData[]> {
	const path = `/v2/scrape/${encodeURIComponent(scrapeId)}/interact`;
	const ended = await endSession(call, path, ignoreClosed);
	return [{ json: { scrapeId, jobId: scrapeId, ...ended } }];
}
