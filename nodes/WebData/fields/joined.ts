import type { INodeProperties } from 'n8n-workflow';

import { byDisplayName } from './byDisplayName';

const OPERATION = 'operation';
const OPTIONS = 'options';

/**
 * The properties of all operations, with as few of one name as can be: for each of them, shown or not,
 * n8n resolves the expressions of the parameter with that name once or twice, for each input item. So
 * the same address or choice of a job is one property for all its operations, and the collections
 * called Options are a few at the end, whose options know for themselves where they are shown.
 *
 * @param properties the collections called Options come last in their operations
 */
export function joined(properties: INodeProperties[]): INodeProperties[] {
	const operations = properties.filter(({ name }) => name === OPERATION);
	const fields = properties.filter(({ name }) => name !== OPERATION && name !== OPTIONS);
	const collections = properties.filter(({ name }) => name === OPTIONS);
	return [...operations, ...oneOfEachKind(fields), ...groupsOf(collections).map(joinedOptions)];
}

/** Joins the same fields, in the place of the first one, where they come first in their operations. */
function oneOfEachKind(properties: INodeProperties[]): INodeProperties[] {
	const known = new Map<unknown, INodeProperties>();
	for (const property of properties) {
		const key = comesFirst(property) ? kindOf(property) : property;
		const same = known.get(key);
		known.set(key, same ? shownInBoth(same, property) : property);
	}
	return [...known.values()];
}

function comesFirst({ type, name, displayOptions }: INodeProperties): boolean {
	const conditions = Object.keys(displayOptions?.show ?? {});
	return (type === 'resourceLocator' || name === 'url') && conditions.length === 2;
}

function kindOf(property: INodeProperties): string {
	return JSON.stringify({ ...property, displayOptions: undefined });
}

/** Together, because no operation of one resource has the name of another's that lacks the field. */
function shownInBoth(one: INodeProperties, other: INodeProperties): INodeProperties {
	const resource = [...new Set([...resourcesOf(one), ...resourcesOf(other)])];
	const operation = [...new Set([...operationsOf(one), ...operationsOf(other)])];
	return { ...one, displayOptions: { show: { resource, operation } } };
}

/** The collections that become one: those of resources whose options of the same name are of one kind. */
function groupsOf(collections: INodeProperties[]): INodeProperties[][] {
	const groups: INodeProperties[][] = [];
	for (const resource of new Set(collections.map(resourceOf))) {
		const own = collections.filter((collection) => resourceOf(collection) === resource);
		const group = groups.find((each) => isOfOneKind([...each, ...own]));
		if (group) group.push(...own);
		else groups.push(own);
	}
	return groups;
}

/** An older editor takes the default of the first option of a name, also where it is not shown. */
function isOfOneKind(collections: INodeProperties[]): boolean {
	const kinds = new Map<string, string>();
	return collections.flatMap(optionsOf).every(({ name, type, default: value, typeOptions }) => {
		const kind = JSON.stringify([type, value, typeOptions?.multipleValues]);
		const isNew = !kinds.has(name);
		if (isNew) kinds.set(name, kind);
		return isNew || kinds.get(name) === kind;
	});
}

function joinedOptions(collections: INodeProperties[]): INodeProperties {
	const places = new Map<INodeProperties, INodeProperties[]>();
	for (const collection of collections) {
		for (const option of optionsOf(collection)) {
			places.set(option, [...(places.get(option) ?? []), collection]);
		}
	}
	const options = [...places].flatMap(([option, at]) =>
		at.length === collections.length ? [option] : shownAt(option, at),
	);
	options.sort(byDisplayName);
	const resource = [...new Set(collections.map(resourceOf))];
	const displayOptions = { show: { resource } };
	return { ...collections[0], displayOptions, options } as INodeProperties;
}

/** An option for each list of operations; resources that have the same ones share it. */
function shownAt(option: INodeProperties, places: INodeProperties[]): INodeProperties[] {
	const operations = new Map<string, string[]>();
	for (const place of places) {
		const resource = resourceOf(place);
		operations.set(resource, [...(operations.get(resource) ?? []), ...operationsOf(place)]);
	}
	const resources = new Map<string, string[]>();
	for (const [resource, list] of operations) {
		const key = list.join();
		resources.set(key, [...(resources.get(key) ?? []), resource]);
	}
	return [...resources].map(([list, resource]) => {
		const show = {
			...option.displayOptions?.show,
			'/resource': resource,
			'/operation': list.split(','),
		};
		return { ...option, displayOptions: { ...option.displayOptions, show } };
	});
}

function optionsOf({ options }: INodeProperties): INodeProperties[] {
	return (options ?? []) as INodeProperties[];
}

function resourceOf(property: INodeProperties): string {
	return String(resourcesOf(property)[0]);
}

function resourcesOf({ displayOptions }: INodeProperties): string[] {
	return (displayOptions?.show?.resource ?? []) as string[];
}

function operationsOf({ displayOptions }: INodeProperties): string[] {
	return (displayOptions?.show?.operation ?? []) as string[];
}
