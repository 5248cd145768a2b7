import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { operation } from '../../../operation/operation';
import { formatFields } from '../../fields/formats';
import {
	cancelJobOnStop,
	maxPagesAtOnce,
	onFailedJob,
	onWaitTimeout,
	waitForPages,
	waitTimeout,
	webhookUrl,
} from '../../fields/jobOptions';
import { downloadFilesField, onPageError } from '../../fields/pageOutput';
import { ifCreditsLeft, minCredits } from '../../fields/minCredits';
import { requestOptionsField } from '../../fields/requestOptions';
import { scrapeOptionsField } from '../../fields/scrapeOptions';
import { waitBy } from '../../fields/waitBy';
import { startBatch, startSelection } from './startBatch';

const show = { resource: ['batchScrape'], operation: ['start'] };

/** Service, B. */
export const startFields: INodeProperties[] = [
	{
		displayName: 'URLs From',
		name: 'urlsFrom',
		type: 'options',
		default: 'items',
		description: 'Where the addresses of the pages stand',
		displayOptions: { show },
		options: [
			{
				name: 'A List',
				value: 'list',
				description: 'A list of your own; each input item starts a job for its list',
			},
			{
				name: 'Input Items',
				value: 'items',
				description: 'One in each input item; as few jobs as possible read all of them',
			},
		],
	},
	{
		displayName: 'URL',
		name: 'url',
		type: 'string',
		required: true,
		default: '={{ $json.url }}',
		placeholder: 'e.g. {{ $json.url }}',
		description:
			'Address of the page of each input item. Up to 1,000 items share a job, and an address that stands in several is read once.',
		hint: 'A page costs one credit, and more with some formats and options',
		displayOptions: { show: { ...show, urlsFrom: ['items'] } },
	},
	{
		displayName: 'URLs',
		name: 'urls',
		type: 'string',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add URL' },
		required: true,
		default: [],
		placeholder: 'e.g. https://example.com/products',
		description: 'Addresses of the pages to read',
		hint: 'A page costs one credit, and more with some formats and options',
		displayOptions: { show: { ...show, urlsFrom: ['list'] } },
	},
	...formatFields(show),
	scrapeOptionsField(show),
	{ ...waitForPages, displayOptions: { show } },
	requestOptionsField(show, [
		{
			displayName: 'Add to Batch Scrape',
			name: 'appendToId',
			type: 'string',
			default: '',
			placeholder: 'e.g. 0190c6f1-6c2b-7d3e-8a4f-5b6c7d8e9f00',
			description:
				'The jobId of a batch scrape to add the addresses to, instead of starting another one. Its end is then not waited for.',
		},
		cancelJobOnStop,
		downloadFilesField,
		onPageError,
		onFailedJob,
		onWaitTimeout,
		minCredits,
		maxPagesAtOnce,
		waitBy,
		waitTimeout,
		webhookUrl,
	]),
];

export const start: INodePropertyOptions = {
	name: 'Start',
	value: 'start',
	action: 'Scrape many pages',
	description: 'Read many pages in one job, each returned beside the item that names it',
	routing: operation(
		ifCreditsLeft({ fields: startFields, read: startSelection, work: startBatch }),
	),
};
