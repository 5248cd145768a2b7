import type { INodeProperties } from 'n8n-workflow';

/** Options of every operation: how its requests are sent. */
const requestOptions: INodeProperties[] = [
	{
		displayName: 'Max Attempts',
		name: 'maxAttempts',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 5,
		description:
			'Maximum number of tries when the service is busy or fails for the moment. 1 means that nothing is repeated. Raise it where several n8n workers or other programs share one plan.',
	},
	{
		displayName: 'Max Concurrency',
		name: 'maxConcurrency',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 5,
		description:
			'How many requests, or jobs that it waits for, this node has under way at once, however many items it gets. It slows down by itself when the plan allows fewer.',
	},
];

/**
 * The options of an operation. `joined` puts them in the order of their names.
 *
 * @param show when the field is shown
 * @param own options beside those that all operations have
 */
export function requestOptionsField(
	show: Record<string, string[]>,
	own: INodeProperties[] = [],
): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		placeholder: 'Add Option',
		displayOptions: { show },
		options: [...own, ...requestOptions],
	};
}
