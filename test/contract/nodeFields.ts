import type { INodeProperties } from 'n8n-workflow';

import type { Engine } from '../support/engine.ts';
import { shownFields } from '../support/shownFields.ts';

/** Where in the node a field stands, which decides when it is sent. */
export type Place = 'main' | 'option' | 'group';

export interface NodeField {
	property: INodeProperties;
	place: Place;
}

/**
 * What an operation sends in its body, by path: each property that is routed into the body, and each
 * group, which is read whole and placed by the operation under its own name.
 */
export function bodyFields(
	engine: Engine,
	resource: string,
	operation: string,
): Map<string, NodeField> {
	const { properties } = engine.nodeType('webData').description;
	const fields = shownFields(properties, resource, operation);
	return new Map(fields.flatMap((property) => fieldsOf(property, 'main')));
}

function fieldsOf(property: INodeProperties, place: Place): Array<[string, NodeField]> {
	const path = property.routing?.send?.property;
	if (path !== undefined) return [[path, { property, place }]];
	if (property.type === 'collection') {
		// Its fields are those of an object that other operations have, too.
		if (property.name === 'scrapeOptions') return [[property.name, { property, place }]];
		// Others belong to a format.
		if (property.name !== 'options') return [];
		return optionsOf(property);
	}
	const isGroup = property.type === 'fixedCollection' && !property.typeOptions?.multipleValues;
	return isGroup ? groupOf(property, place) : [];
}

function groupOf(group: INodeProperties, place: Place): Array<[string, NodeField]> {
	const inner = (group.options ?? [])
		.flatMap((option) => ('values' in option ? option.values : []))
		.map((property): [string, NodeField] => [
			`${group.name}.${property.name}`,
			{ property, place: 'group' },
		]);
	return [[group.name, { property: group, place }], ...inner];
}

function optionsOf({ options = [] }: INodeProperties): Array<[string, NodeField]> {
	return options.flatMap((option) => ('type' in option ? fieldsOf(option, 'option') : []));
}

/** The type that the contract would write for a property. */
export function contractType({ type, typeOptions = {} }: INodeProperties): string {
	if (type === 'fixedCollection' || type === 'collection') return 'object';
	if (type === 'number') return typeOptions.numberPrecision === 0 ? 'integer' : 'number';
	if (type === 'options') return 'string';
	if (type === 'multiOptions') return 'array of string';
	return typeOptions.multipleValues ? 'array of string' : type;
}

/** The values that a user can choose from; empty where the contract's default stands behind one. */
export function choices({ type, options = [] }: INodeProperties): string[] | undefined {
	if (type !== 'options' && type !== 'multiOptions') return undefined;
	return options
		.map((option) => ('value' in option ? String(option.value) : ''))
		.filter((value) => value !== '');
}
