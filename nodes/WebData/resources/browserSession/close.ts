import type { INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Call } from '../../../operation/call';
import { operation } from '../../../operation/operation';
import { ignoreClosed } from '../../fields/browserCode';
import { requestOptionsField } from '../../fields/requestOptions';
import { sessionId, sessionIdOf } from '../../fields/sessionId';
import { endSession, routeOf } from './requests';

const displayOptions = { show: { resource: ['browserSession'], operation: ['close'] } };

export const closeFields: INodeProperties[] = [
	{ ...sessionId, displayOptions },
	requestOptionsField(displayOptions.show, [ignoreClosed]),
];

export const close: INodePropertyOptions = {
	name: 'Close',
	value: 'close',
	action: 'Close a browser session',
	description: 'End a browser session, so that it costs nothing more',
	routing: operation({
		fields: closeFields,
		read: (input) => ({
			sessionId: sessionIdOf(input),
			ignoreClosed: input.flag('options.ignoreClosed', false),
		}),
		work: closeSession,
	}),
};

/** One item with how long the session lasted and what it cost. */
async function closeSession(
	call: Call,
	{ sessionId, ignoreClosed }: { sessionId: string; ignoreClosed: boolean },
): Promise<INodeExecutionData[]> {
	const ended = await endSession(call, routeOf(sessionId), ignoreClosed);
	return [{ json: { sessionId, ...ended } }];
}
