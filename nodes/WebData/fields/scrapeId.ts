import type { INodeProperties } from 'n8n-workflow';

/** The scraped page that is interacted with. */
export const scrapeId: INodeProperties = {
	displayName: 'Scrape ID',
	name: 'scrapeId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. {{ $json.jobId }}',
	description:
		'Which scraped page to work with, by the jobId that Scrape returned or the metadata.scrapeId of any page',
};
