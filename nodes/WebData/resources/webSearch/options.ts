import type { INodeProperties } from 'n8n-workflow';

import { downloadFilesField } from '../../fields/pageOutput';
import { minCredits } from '../../fields/minCredits';
import { threatProtection } from '../../fields/threatProtection';
import { time } from './time';

/** The further fields of a search (service, D). */
export const searchOptions: INodeProperties[] = [
	{
		displayName: 'Categories',
		name: 'categories',
		type: 'multiOptions',
		default: [],
		description: 'Kinds of pages to search, instead of the whole web',
		options: [
			{
				name: 'Developer',
				value: 'developer',
				description: 'Documentation and issues of software; cannot be combined with others',
			},
			{ name: 'GitHub', value: 'github', description: 'Repositories, code and issues' },
			{ name: 'PDF', value: 'pdf', description: 'PDF files' },
			{
				name: 'Research',
				value: 'research',
				description:
					'Scientific papers. Newer servers return them with an abstract under the source research.',
			},
		],
		routing: { send: { type: 'body', property: 'categories' } },
	},
	{
		displayName: 'Country',
		name: 'country',
		type: 'string',
		default: 'US',
		placeholder: 'e.g. DE',
		description: 'Two letters that stand for the country to search from (ISO 3166-1 alpha-2)',
		routing: { send: { type: 'body', property: 'country' } },
	},
	{
		displayName: 'Data Retention',
		name: 'enterprise',
		type: 'options',
		default: 'zdr',
		description: 'How little the service keeps of the search',
		hint: 'An enterprise feature: on other plans the service refuses the request',
		options: [
			{
				name: 'Anonymous',
				value: 'anon',
				description: 'The search is not linked to your team; it costs as much as any',
			},
			{
				name: 'None',
				value: 'zdr',
				description: 'Nothing is kept anywhere; 10 credits for each 10 results',
			},
		],
		routing: { send: { type: 'body', property: 'enterprise' } },
	},
	downloadFilesField,
	{
		displayName: 'Exclude Domains',
		name: 'excludeDomains',
		type: 'string',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Domain' },
		default: [],
		placeholder: 'e.g. example.com',
		description:
			'Websites without which to search, without protocol or path. Cannot be combined with Include Domains.',
		routing: { send: { type: 'body', property: 'excludeDomains' } },
	},
	{
		displayName: 'Highlights',
		name: 'highlights',
		type: 'boolean',
		default: true,
		description:
			'Whether the description of a result is the text on its page that fits the query, instead of what the search engine shows',
		routing: { send: { type: 'body', property: 'highlights' } },
	},
	{
		displayName: 'Ignore Invalid URLs',
		name: 'ignoreInvalidURLs',
		type: 'boolean',
		default: false,
		description: 'Whether to leave out results whose pages the service cannot scrape anyway',
		routing: { send: { type: 'body', property: 'ignoreInvalidURLs' } },
	},
	{
		displayName: 'Include Domains',
		name: 'includeDomains',
		type: 'string',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Domain' },
		default: [],
		placeholder: 'e.g. example.com',
		description: 'The only websites to search, without protocol or path',
		routing: { send: { type: 'body', property: 'includeDomains' } },
	},
	{
		displayName: 'Location',
		name: 'location',
		type: 'string',
		default: '',
		placeholder: 'e.g. Berlin, Germany',
		description: 'Place to search from, in your own words',
		routing: { send: { type: 'body', property: 'location' } },
	},
	minCredits,
	{
		displayName: 'Safe Search',
		name: 'safe',
		type: 'boolean',
		default: false,
		description: 'Whether to leave out what is not suitable for children',
		routing: { send: { type: 'body', property: 'safe' } },
	},
	threatProtection,
	time,
	{
		displayName: 'Timeout',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1000, maxValue: 300000, numberPrecision: 0 },
		default: 60000,
		description:
			'Time after which the service gives the search up. The pages of results have a timeout of their own under Scrape Options.',
		hint: 'In milliseconds',
		routing: { send: { type: 'body', property: 'timeout' } },
	},
];
