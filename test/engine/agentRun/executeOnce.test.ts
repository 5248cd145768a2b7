/** n8n's setting Execute Once, under which a node is given only the first of its input items. */
import type { INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import type { Service } from '../../../sandbox/service/index.ts';
import { byId, engine, KEY, serviceUnderTest, UNKNOWN_ID } from './agentRunUnderTest.ts';

const START = 'Start';
const NODE = 'Web Data';

/** Runs Get with three input items and Execute Once. */
async function getOnce(
	service: Service,
	parameters: INodeParameters,
): Promise<{ items: INodeExecutionData[]; error?: Error }> {
	const node = (name: string, type: string, more: Partial<INode>): INode => ({
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		...more,
	});
	const { execution } = await engine().startWorkflow({
		nodes: [
			node(START, 'engine-test.start', {}),
			node(NODE, 'n8n-nodes-web-data.webData', {
				parameters: { resource: 'agentRun', operation: 'get', ...parameters },
				credentials: { webDataApi: { id: 'given', name: 'webDataApi' } },
				executeOnce: true,
			}),
		],
		connections: { [START]: { main: [[{ node: NODE, type: 'main', index: 0 }]] } },
		credentials: { apiKey: KEY, baseUrl: service.url },
		items: [{}, {}, {}],
	}).promise;
	const { runData, error } = execution.data.resultData;
	return { items: runData[NODE]?.[0]?.data?.main?.[0] ?? [], ...(error && { error }) };
}

describe('With Execute Once', () => {
	test('the first item is sent, and it alone', async () => {
		const { service } = await serviceUnderTest();
		const { id } = service.agentRuns.start({ prompt: 'Work' });
		const { items } = await getOnce(service, byId(id));
		expect(items.map(({ json, pairedItem }) => [json.jobId, pairedItem])).toEqual([
			[id, { item: 0 }],
		]);
		expect(service.requests).toHaveLength(1);
	});

	test('an error ends the node', async () => {
		const { service } = await serviceUnderTest();
		const { error } = await getOnce(service, byId(UNKNOWN_ID));
		expect(error?.message).toBe('There is no such agent run');
	});
});
