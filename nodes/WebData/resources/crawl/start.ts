import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { CRAWLED_PAGE_OPTIONS } from '../../../contract/requests/crawl';
import { operation } from '../../../operation/operation';
import { crawlOptionsField } from '../../fields/crawlOptions';
import { formatFields } from '../../fields/formats';
import {
	cancelJobOnStop,
	onFailedJob,
	onWaitTimeout,
	outputField,
	waitForPages,
	waitTimeout,
	webhookUrl,
} from '../../fields/jobOptions';
import { downloadFilesField } from '../../fields/pageOutput';
import { ifCreditsLeft, minCredits } from '../../fields/minCredits';
import { requestOptionsField } from '../../fields/requestOptions';
import { scrapeOptionsField } from '../../fields/scrapeOptions';
import { waitBy } from '../../fields/waitBy';
import { urlField } from '../../fields/urlField';
import { returnErrors } from './crawlOutput';
import { startCrawl, startSelection } from './startCrawl';

const show = { resource: ['crawl'], operation: ['start'] };

/** Service, C1. */
export const startFields: INodeProperties[] = [
	urlField(show),
	{
		displayName: 'Max Pages',
		name: 'maxPages',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 100,
		description:
			'How many pages to read at most. The service wants as many credits to be there; with fewer, it reads fewer pages.',
		hint: 'A page costs one credit, and more with some formats and options',
		displayOptions: { show },
	},
	...formatFields(show),
	crawlOptionsField(show),
	scrapeOptionsField(show, CRAWLED_PAGE_OPTIONS),
	{ ...waitForPages, displayOptions: { show } },
	requestOptionsField(show, [
		cancelJobOnStop,
		downloadFilesField,
		onFailedJob,
		onWaitTimeout,
		minCredits,
		outputField,
		returnErrors,
		waitBy,
		waitTimeout,
		webhookUrl,
	]),
];

export const start: INodePropertyOptions = {
	name: 'Start',
	value: 'start',
	action: 'Crawl a website',
	description: 'Read the pages of a website, as items or as a file',
	routing: operation(
		ifCreditsLeft({ fields: startFields, read: startSelection, work: startCrawl }),
	),
};
