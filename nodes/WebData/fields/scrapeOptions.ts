import type { INodeProperties } from 'n8n-workflow';

import { isBlank, isRecord } from '../../contract/checks';
import {
	SCRAPE_OPTIONS,
	scrapeOptions,
	type ScrapeOption,
	type ScrapeOptions,
} from '../../contract/requests/scrapeOptions';
import type { Input } from '../../operation/input';
import { actionsOf } from './actions';
import { parsersOf } from './parsers';
import { scrapeOptionProperties } from './scrapeOptionProperties';

/**
 * The collection of options for how pages are read, under the names of the body.
 *
 * @param show when it is shown
 * @param allowed the options that the operation takes
 */
export function scrapeOptionsField(
	show: Record<string, string[]>,
	allowed: readonly ScrapeOption[] = SCRAPE_OPTIONS,
): INodeProperties {
	return {
		displayName: 'Scrape Options',
		name: 'scrapeOptions',
		type: 'collection',
		default: {},
		placeholder: 'Add Scrape Option',
		description: 'How each page is opened and read',
		displayOptions: { show },
		options: scrapeOptionProperties.filter(({ name }) => (allowed as string[]).includes(name)),
	};
}

/**
 * The options that the user gave, in the form in which a body has them, flat or nested.
 *
 * @throws FieldError
 */
export function readScrapeOptions(
	input: Input,
	allowed: readonly ScrapeOption[] = SCRAPE_OPTIONS,
): ScrapeOptions {
	const given: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(input.group('scrapeOptions') ?? {})) {
		given[name] = bodyValue(name, value);
	}
	return scrapeOptions('scrapeOptions', given, allowed);
}

/** How the editor holds a group, as the body holds it. */
function bodyValue(name: string, value: unknown): unknown {
	if (name === 'actions') return actionsOf(value);
	if (name === 'headers') return headersOf(value);
	// In the editor a group that was added and never filled is an empty object.
	if (isRecord(value) && Object.keys(value).length === 0) return undefined;
	const fields = isRecord(value) && 'value' in value ? value.value : value;
	return name === 'parsers' ? parsersOf(`scrapeOptions.${name}`, fields) : fields;
}

/** Headers as an object; as such they also come from an expression. */
function headersOf(value: unknown): unknown {
	if (!isRecord(value) || Object.keys(value).length === 0)
		return isRecord(value) ? undefined : value;
	const { header } = value;
	if (!Array.isArray(header)) return value;
	const rows = header.filter(isRecord).filter(({ name }) => !isBlank(name));
	if (rows.length === 0) return undefined;
	return Object.fromEntries(rows.map(({ name, value: content }) => [String(name).trim(), content]));
}
