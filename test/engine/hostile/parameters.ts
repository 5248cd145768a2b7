import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { shownFields } from '../../support/shownFields.ts';

/** A parameter of an operation, however deep in its options. */
export interface Parameter {
	/** Names from the outside to the inside, as n8n saves them. */
	path: string[];
	displayName: string;
	isLocator: boolean;
}

/** Every parameter of an operation that can hold an expression, as the node's description has it. */
export function parametersOf(
	properties: INodeProperties[],
	resource: string,
	operation: string,
): Parameter[] {
	return shownFields(properties, resource, operation)
		.filter(({ noDataExpression }) => !noDataExpression)
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
	valid: INodeParameters,
	{ path, isLocator }: Parameter,
	expression: string,
): INodeParameters {
	const parameters = structuredClone(valid);
	const [first = '', ...rest] = path;
	Object.assign(parameters, CHOICES[first]);
	const last = rest.at(-1) ?? '';
	const table = TABLES[rest.slice(0, -1).join('.') || first];
	if (table) return { ...parameters, ...table(last, expression) };
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

/** Lists of rows, of which one has the expression. */
const TABLES: Partial<Record<string, (name: string, expression: string) => INodeParameters>> = {
	field: (name, expression) => ({
		schemaFields: { field: [{ name: 'field', type: 'string', [name]: expression }] },
	}),
	'headers.header': (name, expression) => ({
		scrapeOptions: { headers: { header: [{ name: 'X-Own', value: '1', [name]: expression }] } },
	}),
	'actions.action': (name, expression) => ({
		scrapeOptions: { actions: { action: [{ ...actionWith(name), [name]: expression }] } },
	}),
	'actions.action.viewport.value': (name, expression) => ({
		scrapeOptions: {
			actions: {
				action: [{ type: 'screenshot', viewport: { value: { ...VIEWPORT, [name]: expression } } }],
			},
		},
	}),
	'webhookHeaders.entry': webhookRow('webhookHeaders'),
	'webhookMetadata.entry': webhookRow('webhookMetadata'),
	selector: (name, expression) => ({
		attributes: { selector: [{ selector: 'a', attribute: 'href', [name]: expression }] },
	}),
};

const VIEWPORT = { width: 1280, height: 800 };

function webhookRow(table: string): (name: string, expression: string) => INodeParameters {
	return (name, expression) => ({
		options: {
			webhookUrl: 'https://example.com/hook',
			[table]: { entry: [{ name: 'X-Own', value: '1', [name]: expression }] },
		},
	});
}

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
const CHOICES: Partial<Record<string, INodeParameters>> = {
	jsonPrompt: { formats: ['json'] },
	checkPromptInjection: { formats: ['json'], jsonPrompt: 'The price' },
	question: { formats: ['question'] },
	highlightsQuery: { formats: ['highlights'] },
	attributes: { formats: ['attributes'] },
	screenshotOptions: {
		formats: ['screenshot'],
		screenshotOptions: { viewport: { value: VIEWPORT } },
	},
	changeTrackingOptions: { formats: ['markdown', 'changeTracking'] },
	schemaFields: { schemaMode: 'fields', formats: ['json'] },
	schemaExample: { schemaMode: 'example', formats: ['json'] },
	schemaJson: { schemaMode: 'json', formats: ['json'] },
};
