/** Rows of the tables in docs/fields/: what the description of a field says, for a reader. */

/**
 * A row for the field, or, for a collection or group, one for each field inside it; none for a notice.
 *
 * @returns texts of the columns Field, Internal name, Type, Default and What it does
 */
export function rowsOf(property, path = '', label = '') {
	const name = path + property.name;
	const title = label + property.displayName;
	if (property.type === 'notice') return [];
	const children = childrenOf(property, name);
	if (children.length === 0) {
		return [[title, code(name), typeOf(property), defaultOf(property), effectOf(property)]];
	}
	const childLabel = property.type === 'collection' ? label : `${title} > `;
	return children.flatMap(([child, childPath]) => rowsOf(child, childPath, childLabel));
}

/** Whether a field is shown where the parameter has that value. */
export function isShown({ displayOptions }, parameter, value) {
	const shownFor = displayOptions?.show?.[parameter];
	return !shownFor || shownFor.includes(value);
}

/** A Markdown table. */
export function table(columns, rows) {
	const lines = [columns, columns.map(() => '---'), ...rows];
	return lines.map((cells) => `| ${cells.map(cell).join(' | ')} |`);
}

export function sentence(text) {
	return text === '' || text.endsWith('.') ? text : `${text}.`;
}

function childrenOf(property, name) {
	if (property.type === 'collection') return property.options.map((child) => [child, `${name}.`]);
	if (property.type !== 'fixedCollection') return [];
	return property.options.flatMap((group) =>
		group.values.map((child) => [child, `${name}.${group.name}.`]),
	);
}

function typeOf({ type, typeOptions, required }) {
	const { multipleValues, minValue, maxValue } = typeOptions ?? {};
	const range =
		minValue !== undefined && maxValue !== undefined
			? `, ${minValue} to ${maxValue}`
			: minValue !== undefined
				? `, at least ${minValue}`
				: '';
	return `${multipleValues ? 'list of ' : ''}${type}${range}${required ? ', required' : ''}`;
}

function defaultOf({ default: value }) {
	if (isEmpty(value)) return '';
	if (typeof value === 'object') return code(JSON.stringify(value));
	return code(String(value).replace(/\s*\n\s*/g, ' '));
}

/** Nothing, and whatever holds nothing but that; a resource locator's mode alone is no default. */
function isEmpty(value) {
	if (typeof value !== 'object' || value === null) return value === undefined || value === '';
	if ('mode' in value && 'value' in value) return isEmpty(value.value);
	return Object.values(value).every(isEmpty);
}

function effectOf({ type, options, description = '', hint = '' }) {
	const hasChoices = type === 'options' || type === 'multiOptions';
	const choices = hasChoices ? `Choices: ${options.map(choiceOf).join(', ')}` : '';
	const parts = [description, hint, choices].filter((part) => part !== '');
	return parts.map((part, index) => (index < parts.length - 1 ? sentence(part) : part)).join(' ');
}

function choiceOf({ name, value }) {
	return value === '' ? name : `${name} (${code(value)})`;
}

function code(text) {
	return `\`${text}\``;
}

function cell(text) {
	return text.replaceAll('|', '\\|');
}
