import type { INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { scrapeRequest } from '../../../contract/requests/scrape';
import type { Call } from '../../../operation/call';
import type { Input } from '../../../operation/input';
import { operation } from '../../../operation/operation';
import { scrapeIdOf } from '../../../operation/pageItem';
import { formatFields, readFormats } from '../../fields/formats';
import {
	downloadFilesField,
	onPageError,
	pageOutput,
	readPageOutput,
	type PageOutput,
} from '../../fields/pageOutput';
import { ifCreditsLeft, minCredits } from '../../fields/minCredits';
import { requestOptionsField } from '../../fields/requestOptions';
import { readScrapeOptions, scrapeOptionsField } from '../../fields/scrapeOptions';
import { urlField } from '../../fields/urlField';
import { scrape as scrapePage } from './requests';

const show = { resource: ['page'], operation: ['scrape'] };

/** Service, A1. */
export const scrapeFields: INodeProperties[] = [
	urlField(show),
	...formatFields(show, {
		hint: 'A page costs one credit, and more with some formats and options; a PDF file one a page',
	}),
	scrapeOptionsField(show),
	requestOptionsField(show, [downloadFilesField, onPageError, minCredits]),
];

export const scrape: INodePropertyOptions = {
	name: 'Scrape',
	value: 'scrape',
	action: 'Scrape a page',
	description: 'Read one page as Markdown, HTML, JSON, a screenshot and more',
	routing: operation(ifCreditsLeft({ fields: scrapeFields, read: selectionOf, work: scrapeItem })),
};

interface Selection {
	body: ReturnType<typeof scrapeRequest>;
	output: PageOutput;
}

function selectionOf(input: Input): Selection {
	return {
		body: scrapeRequest(input.parameter('url', ''), readFormats(input), readScrapeOptions(input)),
		output: { ...readPageOutput(input), needsFiles: true },
	};
}

/** One item with the page; its job is the scrape, by which it can be read again. */
async function scrapeItem(call: Call, { body, output }: Selection): Promise<INodeExecutionData[]> {
	const document = await scrapePage(call, body);
	return [await pageOutput(call, document, output, { url: body.url, jobId: scrapeIdOf(document) })];
}
