/**
 * Writes docs/fields/, the tables of every field, from the description of the built nodes: a page for
 * each resource, trigger and credential. What several resources share is said once, in shared.md.
 * With --check it writes nothing and fails where a page is not current.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

import { isShown, rowsOf, sentence, table } from './fieldRows.mjs';

const require = createRequire(import.meta.url);
const folder = new URL('../docs/fields/', import.meta.url);
const COLUMNS = ['Field', 'Internal name', 'Type', 'Default', 'What it does'];

const { n8n } = require('../package.json');
const credentials = n8n.credentials.flatMap(madeFrom);
const nodes = n8n.nodes.flatMap(madeFrom).map(({ description }) => description);

const operations = nodes.flatMap(operationsOf);
const resources = [...new Set(operations.map(({ resource }) => resource))];
const placesOf = placesByRow(operations);

/** Pages by the name of their file, each as lines of Markdown. */
const pages = new Map([
	...resources.map((resource) => [`${resource.value}.md`, resourcePage(resource)]),
	['shared.md', sharedPage()],
	...nodes
		.filter((node) => operationsOf(node).length === 0)
		.map((node) => [`${node.name}.md`, pageOf(node, node.properties, node.description)]),
	...credentials.map((credential) => [
		`${credential.name}.md`,
		pageOf(credential, credential.properties),
	]),
]);
pages.set('README.md', indexPage());

await writePages();

function madeFrom(file) {
	return Object.values(require(`../${file}`)).map((Type) => new Type());
}

/** What each operation of a node is called, and its rows. */
function operationsOf({ properties }) {
	const resources = properties.find(({ name }) => name === 'resource')?.options ?? [];
	return resources.flatMap((resource) => {
		const visible = properties.filter((property) => isShown(property, 'resource', resource.value));
		const choice = visible.find(({ name }) => name === 'operation');
		return choice.options.map((operation) => {
			const fields = visible.filter(
				(property) =>
					!['resource', 'operation'].includes(property.name) &&
					isShown(property, 'operation', operation.value),
			);
			const rows = fields.flatMap((field) => rowsOf(withShown(field, resource, operation)));
			return { resource, operation, rows };
		});
	});
}

/** A collection with the options alone that an operation shows. */
function withShown(field, resource, operation) {
	if (field.type !== 'collection') return field;
	const options = field.options.filter(
		(option) =>
			isShown(option, '/resource', resource.value) &&
			isShown(option, '/operation', operation.value),
	);
	return { ...field, options };
}

/** The operations that have the very same row, for each row. */
function placesByRow(all) {
	const places = new Map();
	for (const place of all) {
		for (const row of place.rows) {
			const key = row.join('\n');
			places.set(key, [...(places.get(key) ?? []), place]);
		}
	}
	return (row) => places.get(row.join('\n'));
}

function isSharedByResources(row) {
	return new Set(placesOf(row).map(({ resource }) => resource)).size > 1;
}

function resourcePage(resource) {
	const own = operations.filter((place) => place.resource === resource);
	const lines = [`# ${resource.name}`, '', sharedNote()];
	const common = distinct(own.flatMap(({ rows }) => rows)).filter(
		(row) => !isSharedByResources(row) && placesOf(row).length > 1,
	);
	if (common.length > 0) {
		const rows = common.map((row) => [...row, operationNames(row)]);
		lines.push('', '## In several operations', '', ...table([...COLUMNS, 'Operations'], rows));
	}
	for (const { operation, rows } of own) {
		const alone = rows.filter((row) => placesOf(row).length === 1);
		lines.push('', `## ${operation.name}`, '', sentence(operation.description ?? ''));
		if (alone.length > 0) lines.push('', ...table(COLUMNS, alone));
	}
	return lines;
}

function sharedNote() {
	return 'Fields that other resources have, too, are in [shared.md](shared.md).';
}

function sharedPage() {
	const shared = distinct(operations.flatMap(({ rows }) => rows)).filter(isSharedByResources);
	const rows = shared.map((row) => [...row, placeNames(row)]);
	return ['# Shared by several resources', '', ...table([...COLUMNS, 'Where'], rows)];
}

function operationNames(row) {
	return placesOf(row)
		.map(({ operation }) => operation.name)
		.join(', ');
}

function placeNames(row) {
	const places = placesOf(row);
	if (places.length === operations.length) return 'Every operation';
	return [...new Set(places.map(({ resource }) => resource))]
		.map((resource) => {
			const here = places.filter((place) => place.resource === resource);
			const total = operations.filter((place) => place.resource === resource).length;
			const names = here.map(({ operation }) => operation.name).join(', ');
			return `${resource.name}: ${here.length === total && total > 1 ? 'all' : names}`;
		})
		.join('; ');
}

function pageOf({ displayName }, properties, description = '') {
	const rows = properties.flatMap((property) => rowsOf(property));
	const text = description === '' ? [] : [sentence(description), ''];
	return [`# ${displayName}`, '', ...text, ...table(COLUMNS, rows)];
}

function indexPage() {
	return [
		'# Every field',
		'',
		'Made from the nodes by `npm run docs:fields`. The internal name is what a saved workflow holds and what `$parameter` reads.',
		'',
		...[...pages].map(([file, [title]]) => `- [${title.replace('# ', '')}](${file})`),
	];
}

function distinct(rows) {
	return [...new Map(rows.map((row) => [row.join('\n'), row])).values()];
}

async function writePages() {
	const options = await resolveConfig(fileURLToPath(new URL('README.md', folder)));
	const isCheck = process.argv.includes('--check');
	mkdirSync(folder, { recursive: true });
	const stale = readdirSync(folder).filter((file) => !pages.has(file));
	if (!isCheck) for (const file of stale) rmSync(new URL(file, folder));
	for (const [file, lines] of pages) {
		const path = new URL(file, folder);
		const document = await format(`${lines.join('\n')}\n`, { ...options, parser: 'markdown' });
		const present = existsSync(path) ? readFileSync(path, 'utf8') : '';
		if (!isCheck) writeFileSync(path, document);
		else if (present !== document) stale.push(file);
	}
	if (!isCheck || stale.length === 0) return;
	console.error(`Not current in docs/fields/: ${stale.join(', ')}.`);
	console.error('Run "npm run docs:fields" and commit the result.');
	process.exitCode = 1;
}
