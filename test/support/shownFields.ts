import type { INodeProperties } from 'n8n-workflow';

/**
 * The fields that an operation shows, whatever is chosen in them; a collection has those options only
 * that are shown with the operation.
 */
export function shownFields(
	properties: INodeProperties[],
	resource: string,
	operation: string,
): INodeProperties[] {
	const isShown = ({ displayOptions: { show = {} } = {} }: INodeProperties, at: '' | '/') =>
		(show[`${at}resource`]?.includes(resource) ?? true) &&
		(show[`${at}operation`]?.includes(operation) ?? true);
	return properties
		.filter((field) => field.displayOptions?.show?.resource && isShown(field, ''))
		.filter(({ name }) => name !== 'operation')
		.map((field) => {
			if (field.type !== 'collection') return field;
			const options = (field.options as INodeProperties[]).filter((option) => isShown(option, '/'));
			return { ...field, options };
		});
}
