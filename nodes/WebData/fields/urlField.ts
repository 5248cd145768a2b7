import type { INodeProperties } from 'n8n-workflow';

/** The address that an operation begins with: the same for all, so that it can be joined (`joined`). */
export function urlField(show: Record<string, string[]>): INodeProperties {
	return {
		displayName: 'URL',
		name: 'url',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. https://example.com/docs/',
		description:
			'Address of the page or website to begin with. Crawl reads the pages below it; Scrape also takes a PDF or office file.',
		displayOptions: { show },
		routing: { send: { type: 'body', property: 'url' } },
	};
}
