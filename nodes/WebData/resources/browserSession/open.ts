import type { INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { openRequest } from '../../../contract/requests/interact';
import { whyNotOpened } from '../../../messages/browserSession';
import type { Call } from '../../../operation/call';
import { without } from '../../../operation/columns';
import type { Input } from '../../../operation/input';
import { operation } from '../../../operation/operation';
import { ifCreditsLeft, minCredits } from '../../fields/minCredits';
import { requestOptionsField } from '../../fields/requestOptions';
import { profile } from '../../fields/scrapeOptionGroups';
import { OPEN, withoutResult } from './requests';

const displayOptions = { show: { resource: ['browserSession'], operation: ['open'] } };

/** Service, F. */
export const openFields: INodeProperties[] = [
	{
		displayName: 'Lifetime',
		name: 'ttl',
		type: 'number',
		typeOptions: { minValue: 30, maxValue: 3600, numberPrecision: 0 },
		default: 600,
		description:
			'When the service closes the session at the latest. It costs 2 credits a minute until then, or until Close.',
		hint: 'In seconds, from 30 to 3,600',
		displayOptions,
		routing: { send: { type: 'body', property: 'ttl' } },
	},
	{
		displayName: 'Idle Lifetime',
		name: 'activityTtl',
		type: 'number',
		typeOptions: { minValue: 10, maxValue: 3600, numberPrecision: 0 },
		default: 300,
		description: 'When the service closes a session in which nothing is done',
		hint: 'In seconds, from 10 to 3,600',
		displayOptions,
		routing: { send: { type: 'body', property: 'activityTtl' } },
	},
	requestOptionsField(displayOptions.show, [
		minCredits,
		profile,
		{
			displayName: 'Stream Web View',
			name: 'streamWebView',
			type: 'boolean',
			default: true,
			description: 'Whether people can watch the browser at the address in liveViewUrl',
			routing: { send: { type: 'body', property: 'streamWebView' } },
		},
	]),
];

export const open: INodePropertyOptions = {
	name: 'Open',
	value: 'open',
	action: 'Open a browser session',
	description:
		'Start a browser in the cloud, which stays open and costs credits until it is closed',
	routing: operation(ifCreditsLeft({ fields: openFields, read: selectionOf, work: openSession })),
};

interface Selection {
	body: Record<string, unknown>;
}

function selectionOf(input: Input): Selection {
	const profile = input.group('options.profile');
	return { body: openRequest({ ...input.body, profile }) };
}

/** One item with `sessionId`, the addresses of the browser and when it is closed. */
async function openSession(call: Call, { body }: Selection): Promise<INodeExecutionData[]> {
	const request = { method: 'POST', path: '/v2/interact', body } as const;
	const session = await call.send(OPEN, request).catch((error: unknown) => {
		throw whyNotOpened(error);
	});
	const { id: sessionId } = session;
	if (typeof sessionId !== 'string') throw withoutResult(OPEN, 'id of a browser session');
	// Another item may fail the node, and nothing else would tell of this session.
	call.execution.startedJobs.add(sessionId);
	call.log(`Opened browser session ${sessionId}`);
	return [{ json: { sessionId, ...without(session, 'id', 'success') } }];
}
