/**
 * n8n resolves an expression once or twice for each property of its parameter's name, so that there
 * should be few of one name; what an operation shows must be what it declares all the same.
 */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';

import { joined } from '../../nodes/WebData/fields/joined.ts';
import { accountProperties } from '../../nodes/WebData/resources/account/index.ts';
import { agentRunProperties } from '../../nodes/WebData/resources/agentRun/index.ts';
import { batchScrapeProperties } from '../../nodes/WebData/resources/batchScrape/index.ts';
import { browserSessionProperties } from '../../nodes/WebData/resources/browserSession/index.ts';
import { crawlProperties } from '../../nodes/WebData/resources/crawl/index.ts';
import { fileProperties } from '../../nodes/WebData/resources/file/index.ts';
import { monitorProperties } from '../../nodes/WebData/resources/monitor/index.ts';
import { pageProperties } from '../../nodes/WebData/resources/page/index.ts';
import { webSearchProperties } from '../../nodes/WebData/resources/webSearch/index.ts';
import { websiteProperties } from '../../nodes/WebData/resources/website/index.ts';
import { shownFields } from '../support/shownFields.ts';

const declared = [
	...accountProperties,
	...agentRunProperties,
	...batchScrapeProperties,
	...browserSessionProperties,
	...crawlProperties,
	...fileProperties,
	...monitorProperties,
	...pageProperties,
	...webSearchProperties,
	...websiteProperties,
];
const all = joined(declared);

const operations = declared
	.filter(({ name }) => name === 'operation')
	.flatMap(({ displayOptions, options }) =>
		(options as INodePropertyOptions[]).map(
			({ value }) => [displayOptions?.show?.resource?.[0] as string, value as string] as const,
		),
	);

const PLACE = ['resource', 'operation', '/resource', '/operation'];

/** Without where it is shown among operations; options are in the order of their names. */
function plain(field: INodeProperties): INodeProperties {
	const conditions = Object.entries(field.displayOptions?.show ?? {});
	const show = Object.fromEntries(conditions.filter(([name]) => !PLACE.includes(name)));
	const displayOptions = { ...field.displayOptions, show };
	if (field.type !== 'collection') return { ...field, displayOptions };
	const options = (field.options as INodeProperties[]).map(plain);
	options.sort((a, b) => (a.displayName < b.displayName ? -1 : 1));
	return { ...field, displayOptions, options };
}

describe('joined fields', () => {
	test.each(operations)('%s / %s shows what it declares, in that order', (resource, operation) => {
		const before = shownFields(declared, resource, operation).map(plain);
		expect(before).not.toEqual([]);
		expect(shownFields(all, resource, operation).map(plain)).toEqual(before);
	});

	test.each([
		['options', 3],
		['jobId', 3],
		['url', 4],
	])('%s stands there no more than %i times', (name, most) => {
		expect(all.filter((field) => field.name === name).length).toBeLessThanOrEqual(most);
	});
});
