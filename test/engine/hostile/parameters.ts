import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { UUID } from './values.ts';

/** A parameter of an operation, however deep in its options. */
export interface Parameter {
	/** Names from the outside to the inside, as n8n saves them. */
	path: string[];
	displayName: string;
	isLocator: boolean;
}

const SESSION = { __rl: true, mode: 'id', value: 'session-1' };

/** Parameters with which an operation succeeds, and every parameter of it is looked at, by resource. */
export const VALID: Record<string, INodeParameters> = {
	'website/map': { url: 'https://example.com' },
	'page/scrape': { url: 'https://example.com' },
	'page/get': { scrapeId: UUID },
	'page/interact': { scrapeId: UUID, prompt: 'Look' },
	'page/stopInteraction': { scrapeId: UUID },
	'browserSession/open': {},
	'browserSession/execute': { sessionId: SESSION, code: 'look()' },
	'browserSession/getAll': {},
	'browserSession/close': { sessionId: SESSION },
	'account/getActivity': {},
	'account/getCreditHistory': {},
	'account/getCredits': {},
	'account/getQueue': {},
	'batchScrape/start': { url: 'https://example.com', waitForCompletion: false },
	'batchScrape/get': { jobId: { __rl: true, mode: 'id', value: UUID } },
	'batchScrape/cancel': { jobId: { __rl: true, mode: 'id', value: UUID } },
	'batchScrape/getErrors': { jobId: { __rl: true, mode: 'id', value: UUID } },
	'agentRun/start': {
		prompt: 'Find it',
		urls: ['https://example.com'],
		waitForCompletion: false,
	},
	'agentRun/get': { jobId: { __rl: true, mode: 'id', value: UUID } },
	'agentRun/getAll': {},
	'agentRun/cancel': { jobId: { __rl: true, mode: 'id', value: UUID } },
	'agentRun/getTrace': { jobId: { __rl: true, mode: 'id', value: UUID }, output: 'trace' },
	'agentRun/getSnapshot': {
		jobId: { __rl: true, mode: 'id', value: UUID },
		snapshot: 'byId',
		snapshotId: { __rl: true, mode: 'id', value: 'snapshot-1' },
	},
};

/** Every parameter of an operation that can hold an expression, as the node's description has it. */
export function parametersOf(properties: INodeProperties[], key: string): Parameter[] {
	const [resource = '', operation = ''] = key.split('/');
	const ownProperties = properties.filter(
		({ name, displayOptions }) =>
			displayOptions?.show?.resource?.includes(resource) &&
			displayOptions.show.operation?.includes(operation) &&
			// A batch reads pages as a scrape does, by the same fields.
			!(resource === 'batchScrape' && (name === 'scrapeOptions' || displayOptions.show.formats)),
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
	const table = TABLES[rest.slice(0, -1).join('.') || first];
	if (table) return { ...parameters, ...table(rest.at(-1) ?? '', expression) };
	const nested = rest.reduceRight<INodeParameters[string]>(
		(inner, name) => ({ [name]: inner }),
		value,
	);
	return { ...parameters, [first]: nested };
}

/** Lists of rows, of which one has the expression. */
const TABLES: Partial<Record<string, (name: string, expression: string) => INodeParameters>> = {
	'headers.header': (name, expression) => ({
		scrapeOptions: { headers: { header: [{ name: 'X-Own', value: '1', [name]: expression }] } },
	}),
	'actions.action': (name, expression) => ({
		scrapeOptions: {
			actions: { action: [{ ...actionWith(name), [name]: expression }] },
		},
	}),
	selector: (name, expression) => ({
		attributes: { selector: [{ selector: 'a', attribute: 'href', [name]: expression }] },
	}),
};

/** An action that has the field, and all else that it needs. */
function actionWith(name: string): INodeParameters {
	const type = ACTIONS[name] ?? 'scrape';
	if (type === 'wait') return { type };
	return { type, ...(type === 'click' && { selector: 'a' }) };
}

const ACTIONS: Record<string, string> = {
	all: 'click',
	direction: 'scroll',
	format: 'pdf',
	key: 'press',
	landscape: 'pdf',
	milliseconds: 'wait',
	scale: 'pdf',
	fullPage: 'screenshot',
	quality: 'screenshot',
	script: 'executeJavascript',
	selector: 'click',
	text: 'write',
};

/** What has to be chosen for a parameter to be looked at. */
const MODES: Partial<Record<string, INodeParameters>> = {
	jsonPrompt: { formats: ['json'] },
	checkPromptInjection: { formats: ['json'], jsonPrompt: 'The price' },
	question: { formats: ['question'] },
	highlightsQuery: { formats: ['highlights'] },
	attributes: { formats: ['attributes'] },
	screenshotOptions: { formats: ['screenshot'] },
	changeTrackingOptions: { formats: ['markdown', 'changeTracking'] },
	urls: { urlsFrom: 'list' },
	code: { instruction: 'code' },
	language: { instruction: 'code', code: 'look()' },
	schemaFields: { schemaMode: 'fields', formats: ['json'] },
	schemaExample: { schemaMode: 'example', formats: ['json'] },
	schemaJson: { schemaMode: 'json', formats: ['json'] },
};
