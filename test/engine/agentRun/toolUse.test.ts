/** What n8n's AI Agent tells a model of the operations, and the arguments that a model gives. */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { agentRun, engine, serviceUnderTest, type Operation } from './agentRunUnderTest.ts';

function properties(): INodeProperties[] {
	return engine().nodeType('webData').description.properties;
}

function operations(): INodePropertyOptions[] {
	const operation = properties().find(
		({ name, displayOptions }) =>
			name === 'operation' && displayOptions?.show?.resource?.includes('agentRun'),
	);
	return (operation?.options ?? []) as INodePropertyOptions[];
}

describe('As a tool', () => {
	test('the node may be used by an AI agent', () => {
		expect(engine().nodeType('webData').description.usableAsTool).toBe(true);
	});

	const told: Array<[Operation, string]> = [
		['start', 'Start an agent run in Web Data'],
		['get', 'Get an agent run in Web Data'],
		['getAll', 'Get many agent runs in Web Data'],
		['cancel', 'Cancel an agent run in Web Data'],
		['getTrace', 'Get the trace of an agent run in Web Data'],
		['getSnapshot', 'Get snapshots of an agent run in Web Data'],
	];

	test.each(told)('%s is told to a model as "%s"', (operation, description) => {
		const parameters = { resource: 'agentRun', operation };
		expect(engine().toolDescription('webData', parameters)).toBe(description);
	});

	test('every operation and every field says what it is for', () => {
		const fields = properties().filter(({ displayOptions }) =>
			displayOptions?.show?.resource?.includes('agentRun'),
		);
		const undescribed = [...operations(), ...fields]
			.filter(({ name }) => !['operation', 'options', 'filters'].includes(name))
			.filter(({ description = '' }) => description.length < 20)
			.map(({ name }) => name);
		expect(undescribed).toEqual([]);
	});

	test('a model’s arguments are taken as it writes them', async () => {
		const { service } = await serviceUnderTest();
		const argumentsOfModel = {
			prompt: '[lasts 0s] Find chairs',
			urls: '["https://a.example"]',
			maxCredits: '20',
			wait: 'false',
		};
		const parameters = {
			prompt: '={{ $json.prompt }}',
			urls: '={{ $json.urls }}',
			waitForCompletion: '={{ $json.wait }}',
			options: { maxCredits: '={{ $json.maxCredits }}' },
		};
		const { items } = await agentRun(service, 'start', parameters, { items: [argumentsOfModel] });
		expect(service.requests.map(({ body }) => body)).toEqual([
			{ prompt: '[lasts 0s] Find chairs', urls: ['https://a.example'], maxCredits: 20 },
		]);
		expect(items[0]?.json.jobId).toBe(service.agentRuns.all[0]?.id);
	});
});
