import { createRequire } from 'node:module';
import type {
	INode,
	INodeParameters,
	INodeProperties,
	INodeTypeDescription,
	NodeParameterValueType,
} from 'n8n-workflow';

import type { WorkflowFile } from '../../../sandbox/n8n/index.ts';

const require = createRequire(import.meta.url);
const dist = '../../../dist/nodes';
const { WebData } = require(`${dist}/WebData/WebData.node.js`) as {
	WebData: new () => { description: INodeTypeDescription };
};
const { WebDataTrigger } = require(`${dist}/WebDataTrigger/WebDataTrigger.node.js`) as {
	WebDataTrigger: new () => { description: INodeTypeDescription };
};
const { WebDataWebhookTrigger } = require(
	`${dist}/WebDataWebhookTrigger/WebDataWebhookTrigger.node.js`,
) as { WebDataWebhookTrigger: new () => { description: INodeTypeDescription } };

/** Choices that bring as many further fields to light as can be. */
const REVEALING: INodeParameters = {
	schemaMode: 'fields',
	snapshot: 'byId',
	instruction: 'code',
	formats: [
		'markdown',
		'json',
		'question',
		'highlights',
		'attributes',
		'screenshot',
		'changeTracking',
	],
	changeTracking: 'both',
	targetType: 'pages',
	returnAll: false,
};

/** A node with all its fields and options added, and what the editor has to show of it. */
export interface FullNode {
	name: string;
	type: 'webData' | 'webDataTrigger' | 'webDataWebhookTrigger';
	parameters: INodeParameters;
	/** All fields that are to be seen, those within options and groups too. */
	fields: INodeProperties[];
}

export type NamedNode = Omit<FullNode, 'fields'>;

/** A collection of a node, such as Options. */
export interface Collection {
	name: string;
	/** What can be added to it, in the order of the editor's list. */
	options: Array<{
		displayName: string;
		/** The button that adds a group to it, where it is a list of groups. */
		addsGroup: string | undefined;
		/** Names of the fields that it brings, where it is a group. */
		fields: string[];
	}>;
}

/** One node for each operation, named like it, and the trigger. */
export function fullNodes(): FullNode[] {
	const { properties } = new WebData().description;
	const resources = optionsOf(properties.find(({ name }) => name === 'resource'));
	const taken = new Set<string>();
	const operations = resources.flatMap(({ name: resourceName, value: resource }) =>
		optionsOf(properties.find((property) => isOperationOf(property, resource))).map(
			({ name, value }) => {
				// Several resources have a Get; the first one keeps the plain name.
				const nodeName = taken.has(name) ? `${resourceName}: ${name}` : name;
				taken.add(name);
				const chosen = { ...REVEALING, resource, operation: value };
				return fullNode(nodeName, 'webData', properties, chosen);
			},
		),
	);
	const trigger = new WebDataTrigger().description;
	const called = new WebDataWebhookTrigger().description;
	return [
		...operations,
		fullNode('All runs', 'webDataTrigger', trigger.properties, { watch: 'team' }),
		fullNode('Named runs', 'webDataTrigger', trigger.properties, { watch: 'runs' }),
		fullNode('Pages of a monitor', 'webDataTrigger', trigger.properties, { watch: 'monitor' }),
		fullNode('Own monitor', 'webDataWebhookTrigger', called.properties, {
			...REVEALING,
			source: 'monitor',
			events: ['monitorPage'],
		}),
		fullNode('Events of jobs', 'webDataWebhookTrigger', called.properties, { source: 'jobs' }),
	];
}

/** The collections of a node that have more than one thing to add. */
export function collectionsOf({ fields, parameters }: FullNode): Collection[] {
	return fields
		.filter(({ type }) => type === 'collection')
		.map((field) => ({
			name: field.name,
			options: shownOptions(field, parameters).map((option) => ({
				displayName: option.displayName,
				// A list of groups begins empty; a single group is there to be filled in.
				addsGroup:
					option.type === 'fixedCollection' && option.typeOptions?.multipleValues
						? option.placeholder
						: undefined,
				fields: option.typeOptions?.multipleValues
					? []
					: groupsOf(option).flatMap(({ values }) => values.map((field) => field.displayName)),
			})),
		}))
		.filter(({ options }) => options.length > 1);
}

/** The same node before anything was added to its collections. */
export function withEmptyCollections({ name, type, parameters, fields }: FullNode): NamedNode {
	const collections = fields.filter((field) => field.type === 'collection');
	const names = new Set(collections.map((field) => field.name));
	const kept = Object.entries(parameters).filter(([parameter]) => !names.has(parameter));
	return { name, type, parameters: Object.fromEntries(kept) };
}

/** The nodes as a workflow, one below the other. */
export function workflowOf(name: string, nodes: NamedNode[]): WorkflowFile {
	return {
		name,
		nodes: nodes.map(({ name, type, parameters }, index): INode => ({
			id: `0190c6f1-0000-4000-8000-${String(index).padStart(12, '0')}`,
			name,
			type: `n8n-nodes-web-data.${type}`,
			typeVersion: 1,
			position: [Math.floor(index / 3) * 448, (index % 3) * 192],
			parameters,
		})),
		connections: {},
	};
}

function fullNode(
	name: string,
	type: FullNode['type'],
	properties: INodeProperties[],
	chosen: INodeParameters,
): FullNode {
	const visible = properties.filter(
		(property) =>
			property.type !== 'notice' && !property.isNodeSetting && isVisible(property, chosen),
	);
	return {
		name,
		type,
		parameters: {
			...Object.fromEntries(visible.map((field) => [field.name, filled(field, chosen)])),
			...chosen,
		},
		fields: visible.flatMap((field) => withInner(field, chosen)),
	};
}

/** A field's default; for collections and groups, with everything in them added. */
function filled(field: INodeProperties, chosen: INodeParameters): NodeParameterValueType {
	const multiple = field.typeOptions?.multipleValues === true;
	if (field.type === 'collection') return allOf(shownOptions(field, chosen), chosen);
	if (field.type !== 'fixedCollection') return multiple ? [''] : field.default;
	const groups = groupsOf(field).map(({ name, values }): [string, NodeParameterValueType] => [
		name,
		multiple ? [allOf(values, chosen)] : allOf(values, chosen),
	]);
	return Object.fromEntries<NodeParameterValueType>(groups);
}

function allOf(fields: INodeProperties[], chosen: INodeParameters): INodeParameters {
	return Object.fromEntries<NodeParameterValueType>(
		fields.map((field) => [field.name, filled(field, chosen)]),
	);
}

/** What can be added to a collection. */
function shownOptions({ options }: INodeProperties, chosen: INodeParameters): INodeProperties[] {
	return (options as INodeProperties[]).filter((option) => isVisible(option, chosen));
}

function withInner(field: INodeProperties, chosen: INodeParameters): INodeProperties[] {
	const inner =
		field.type === 'collection'
			? shownOptions(field, chosen)
			: groupsOf(field).flatMap(({ values }) => values);
	return [field, ...inner.flatMap((each) => withInner(each, chosen))];
}

/** The groups of a field, with what they show while nothing is chosen in them. */
function groupsOf({ type, options = [] }: INodeProperties) {
	if (type !== 'fixedCollection') return [];
	return options
		.flatMap((option) => ('values' in option ? [option] : []))
		.map(({ name, values }) => ({
			name,
			values: values.filter((value) => isShownAmong(value, values)),
		}));
}

/** Whether a field of a group is shown by the defaults of the others. */
function isShownAmong({ displayOptions }: INodeProperties, fields: INodeProperties[]): boolean {
	return Object.entries(displayOptions?.show ?? {}).every(([name, values]) => {
		const other = fields.find((field) => field.name === name);
		return other === undefined || (values?.includes(other.default as string) ?? true);
	});
}

function optionsOf(property: INodeProperties | undefined) {
	return (property?.options ?? []).flatMap((option) => ('value' in option ? [option] : []));
}

function isOperationOf({ name, displayOptions }: INodeProperties, resource: unknown): boolean {
	const shownFor = displayOptions?.show?.resource ?? [];
	return name === 'operation' && shownFor.some((value) => value === resource);
}

function isVisible({ displayOptions }: INodeProperties, chosen: INodeParameters): boolean {
	return Object.entries(displayOptions?.show ?? {}).every(([name, values]) => {
		const value = chosen[name.replace('/', '')];
		// A switch that is not chosen is off, as Return All is.
		const all: unknown[] = Array.isArray(value) ? value : [value ?? false];
		return values?.some((wanted) => all.includes(wanted)) ?? true;
	});
}
