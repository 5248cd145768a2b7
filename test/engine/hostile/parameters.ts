import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { UUID } from './values.ts';

/** A parameter of an operation, however deep in its options. */
export interface Parameter {
	/** Names from the outside to the inside, as n8n saves them. */
	path: string[];
	displayName: string;
	isLocator: boolean;
}

/** Parameters with which an operation succeeds, and every parameter of it is looked at. */
export const VALID: Record<string, INodeParameters> = {
	map: { url: 'https://example.com' },
	start: {
		prompt: 'Find it',
		urls: ['https://example.com'],
		waitForCompletion: false,
	},
	get: { jobId: { __rl: true, mode: 'id', value: UUID } },
	getAll: {},
	cancel: { jobId: { __rl: true, mode: 'id', value: UUID } },
	getTrace: { jobId: { __rl: true, mode: 'id', value: UUID }, output: 'trace' },
	getSnapshot: {
		jobId: { __rl: true, mode: 'id', value: UUID },
		snapshot: 'byId',
		snapshotId: { __rl: true, mode: 'id', value: 'snapshot-1' },
	},
	search: { query: 'chairs', options: { tbs: { value: { period: 'range', from: '2026-01-01' } } } },
	parse: {},
};

const RESOURCES: Partial<Record<string, string>> = {
	map: 'website',
	search: 'webSearch',
	parse: 'file',
};

export function resourceOf(operation: string): string {
	return RESOURCES[operation] ?? 'agentRun';
}

/** How pages are read, which is tried where pages are all there is. */
const OF_PAGES = [
	'attributes',
	'checkPromptInjection',
	'highlightsQuery',
	'jsonPrompt',
	'question',
	'scrapeOptions',
	'screenshotOptions',
];

function isOfPages({ name, displayOptions }: INodeProperties): boolean {
	return OF_PAGES.includes(name) || displayOptions?.show?.formats !== undefined;
}

/** Every parameter of an operation that can hold an expression, as the node's description has it. */
export function parametersOf(properties: INodeProperties[], operation: string): Parameter[] {
	const ownProperties = properties.filter(
		(property) =>
			property.displayOptions?.show?.resource?.includes(resourceOf(operation)) &&
			property.displayOptions.show.operation?.includes(operation) &&
			!isOfPages(property),
	);
	return ownProperties
		.filter(({ name, noDataExpression }) => name !== 'operation' && !noDataExpression)
		.flatMap((property) => leaves(property, []));
}

function leaves(property: INodeProperties, outside: string[]): Parameter[] {
	const path = [...outside, property.name];
	const inner = property.options ?? [];
	if (property.type === 'collection') {
		return inner.flatMap((option) => ('type' in option ? leaves(option, path) : []));
	}
	if (property.type === 'fixedCollection') {
		const parts = inner.flatMap((group) =>
			'values' in group
				? group.values.flatMap((value) => leaves(value, [...path, group.name]))
				: [],
		);
		// Of a table, errors name the table.
		if (!property.typeOptions?.multipleValues) return parts;
		return parts.map((part) => ({ ...part, displayName: property.displayName }));
	}
	return [
		{ path, displayName: property.displayName, isLocator: property.type === 'resourceLocator' },
	];
}

/** An operation's valid parameters, but for one that an expression gives. */
export function withExpression(
	operation: string,
	{ path, isLocator }: Parameter,
	expression: string,
): INodeParameters {
	const parameters = structuredClone(VALID[operation] ?? {});
	const [first = '', ...rest] = path;
	const mode = MODES[first];
	if (mode) Object.assign(parameters, mode);
	if (first === 'schemaFields') {
		const row = { name: 'field', type: 'string', [rest.at(-1) ?? '']: expression };
		return { ...parameters, schemaFields: { field: [row] } };
	}
	const value = isLocator ? { __rl: true, mode: 'id', value: expression } : expression;
	const nested = rest.reduceRight<INodeParameters[string]>(
		(inner, name) => ({ [name]: inner }),
		value,
	);
	return mergeDeep(parameters, { [first]: nested });
}

/** The other parameters of the same groups stay. */
function mergeDeep(one: INodeParameters, other: INodeParameters): INodeParameters {
	const merged = { ...one };
	for (const [name, value] of Object.entries(other)) {
		const before = merged[name];
		merged[name] = isGroup(before) && isGroup(value) ? mergeDeep(before, value) : value;
	}
	return merged;
}

function isGroup(value: unknown): value is INodeParameters {
	return typeof value === 'object' && value !== null && !Array.isArray(value) && !('__rl' in value);
}

/** What has to be chosen for a parameter to be looked at. */
const MODES: Partial<Record<string, INodeParameters>> = {
	schemaFields: { schemaMode: 'fields' },
	schemaExample: { schemaMode: 'example' },
	schemaJson: { schemaMode: 'json' },
};
