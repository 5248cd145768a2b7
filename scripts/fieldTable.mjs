/**
 * Writes docs/fields.md, the table of every field, from the description of the built nodes.
 * With --check it writes nothing and fails where the file is not current.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { format, resolveConfig } from 'prettier';

const require = createRequire(import.meta.url);
const file = new URL('../docs/fields.md', import.meta.url);

const { WebData } = require('../dist/nodes/WebData/WebData.node.js');
const { WebDataTrigger } = require('../dist/nodes/WebDataTrigger/WebDataTrigger.node.js');
const { WebDataApi } = require('../dist/credentials/WebDataApi.credentials.js');

const lines = [
	'# Every field',
	'',
	'Made from the nodes by `npm run docs:fields`. The internal name is what a saved workflow holds and what `$parameter` reads.',
];

section('Credential: Web Data API', new WebDataApi().properties);

const node = new WebData().description;
for (const resource of propertyNamed('resource', node.properties).options) {
	const visible = node.properties.filter((property) => isShown(property, 'resource', resource));
	const operations = visible.find(({ name }) => name === 'operation').options;
	for (const operation of operations) {
		const fields = visible.filter(
			(property) => property.name !== 'resource' && property.name !== 'operation',
		);
		section(
			`${resource.name}: ${operation.name}`,
			fields.filter((property) => isShown(property, 'operation', operation)),
			operation.description,
		);
	}
}

const trigger = new WebDataTrigger().description;
section('Web Data Trigger', trigger.properties, trigger.description);

const options = await resolveConfig(file);
const document = await format(`${lines.join('\n')}\n`, { ...options, parser: 'markdown' });
const present = existsSync(file) ? readFileSync(file, 'utf8') : '';
if (!process.argv.includes('--check')) {
	mkdirSync(new URL('.', file), { recursive: true });
	writeFileSync(file, document);
} else if (present !== document) {
	console.error('docs/fields.md is not current. Run "npm run docs:fields" and commit the result.');
	process.exitCode = 1;
}

function section(title, properties, description) {
	lines.push('', `## ${title}`, '');
	if (description) lines.push(`${description}.`.replace(/\.\.$/, '.'), '');
	lines.push('| Field | Internal name | Type | Default | What it does |', '|---|---|---|---|---|');
	for (const property of properties) rows(property, '', '');
}

/** A row for the field, and for each field inside it one of its own. */
function rows(property, path, label) {
	const name = path + property.name;
	const title = label + property.displayName;
	const children =
		property.type === 'collection'
			? property.options.map((child) => [child, `${name}.`])
			: property.type === 'fixedCollection'
				? property.options.flatMap((group) =>
						group.values.map((child) => [child, `${name}.${group.name}.`]),
					)
				: [];
	if (children.length === 0) {
		lines.push(
			`| ${[title, code(name), typeOf(property), defaultOf(property), effectOf(property)].map(cell).join(' | ')} |`,
		);
	}
	const isOptions = property.type === 'collection';
	for (const [child, childPath] of children) {
		rows(child, childPath, isOptions ? label : `${title} > `);
	}
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
	if (value === '' || value === undefined) return '';
	if (typeof value === 'object') {
		const isEmpty = Array.isArray(value) ? value.length === 0 : !value.value;
		return isEmpty ? '' : code(JSON.stringify(value));
	}
	return code(String(value).replace(/\s*\n\s*/g, ' '));
}

function effectOf({ type, options, description: effect = '', hint }) {
	const description = hint ? `${effect}. ${hint}`.replace('..', '.') : effect;
	if (type !== 'options' && type !== 'multiOptions') return description;
	const values = options.map(
		({ name, value }) => `${name}${value === '' ? '' : ` (${code(value)})`}`,
	);
	return `${description}. Choices: ${values.join(', ')}`.replace('..', '.');
}

function isShown({ displayOptions }, name, { value }) {
	const shownFor = displayOptions?.show?.[name];
	return !shownFor || shownFor.includes(value);
}

function propertyNamed(name, properties) {
	return properties.find((property) => property.name === name);
}

function code(text) {
	return `\`${text}\``;
}

function cell(text) {
	return text.replaceAll('|', '\\|');
}
