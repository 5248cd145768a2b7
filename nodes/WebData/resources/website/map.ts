import type {
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { isRecord, oneOf } from '../../../contract/checks';
import { mapRequest } from '../../../contract/mapRequest';
import { mapLinks } from '../../../run/mapLinks';
import { TIMEOUT_MARGIN_MS } from '../../../transport/httpOptions';
import { MAX_TIMER_MS } from '../../../transport/wait';
import { begin } from '../../beginItem';
import { requestOptions } from '../../fields/requestOptions';
import { auditMetadata, threatProtection } from '../../fields/sharedFields';
import { sendItem } from '../../sendItem';

const displayOptions = { show: { resource: ['website'], operation: ['map'] } };

/** Contract, "Map request body". */
export const mapFields: INodeProperties[] = [
	{
		displayName: 'URL',
		name: 'url',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. https://docs.example.com',
		description: 'Address of the website, or of the page on it, from which pages are looked for',
		displayOptions,
		routing: { send: { type: 'body', property: 'url' } },
	},
	{
		displayName: 'Search',
		name: 'search',
		type: 'string',
		default: '',
		placeholder: 'e.g. pricing',
		description:
			'Return only pages whose address fits these words, the best matches first. Leave it empty for all pages.',
		displayOptions,
		routing: { send: { type: 'body', property: 'search' } },
	},
	{
		displayName: 'Max Links',
		name: 'maxLinks',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 100000, numberPrecision: 0 },
		default: 5000,
		description: 'Max number of links to return, up to 100,000',
		hint: 'A map costs one credit, however many links it returns',
		displayOptions,
		routing: { send: { type: 'body', property: 'limit' } },
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		default: 'links',
		description: 'How the links leave the node',
		displayOptions,
		options: [
			{
				name: 'One Item per Link',
				value: 'links',
				description: 'Ready for a spreadsheet, a filter or a loop',
			},
			{
				name: 'One Item with All Links',
				value: 'list',
				description: 'The website, the number of links and the list of them',
			},
		],
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		placeholder: 'Add Option',
		displayOptions,
		options: [
			auditMetadata,
			{
				displayName: 'Ignore Cache',
				name: 'ignoreCache',
				type: 'boolean',
				default: false,
				description:
					'Whether to read the sitemap anew. The service otherwise uses a copy that may be up to 7 days old.',
				routing: { send: { type: 'body', property: 'ignoreCache' } },
			},
			{
				displayName: 'Ignore Query Parameters',
				name: 'ignoreQueryParameters',
				type: 'boolean',
				default: true,
				description: 'Whether to leave out links with a query, such as /list?page=2',
				routing: { send: { type: 'body', property: 'ignoreQueryParameters' } },
			},
			{
				displayName: 'Include Subdomains',
				name: 'includeSubdomains',
				type: 'boolean',
				default: true,
				description: 'Whether to return pages on subdomains too, such as blog.example.com',
				routing: { send: { type: 'body', property: 'includeSubdomains' } },
			},
			{
				displayName: 'Location',
				name: 'location',
				type: 'fixedCollection',
				default: {},
				placeholder: 'Add Location',
				description:
					'Where the website is visited from: the service uses a proxy there if it has one, and its languages and time zone',
				options: [
					{
						displayName: 'Location',
						name: 'value',
						values: [
							{
								displayName: 'Country',
								name: 'country',
								type: 'string',
								default: 'US',
								placeholder: 'e.g. DE',
								description: 'Two capital letters that stand for the country (ISO 3166-1 alpha-2)',
								routing: { send: { type: 'body', property: 'location.country' } },
							},
							{
								displayName: 'Languages',
								name: 'languages',
								type: 'string',
								typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Language' },
								default: [],
								placeholder: 'e.g. de-DE',
								description:
									"Preferred languages, the most wanted first. Left empty, the country's own.",
								routing: { send: { type: 'body', property: 'location.languages' } },
							},
						],
					},
				],
			},
			...requestOptions,
			{
				displayName: 'Sitemap',
				name: 'sitemap',
				type: 'options',
				default: 'include',
				description: "What the website's sitemap is used for",
				options: [
					{
						name: 'Include',
						value: 'include',
						description: 'Pages from the sitemap and pages found in other ways',
					},
					{
						name: 'Only',
						value: 'only',
						description: 'Nothing but pages from the sitemap',
					},
					{
						name: 'Skip',
						value: 'skip',
						description: 'The sitemap is not read',
					},
				],
				routing: { send: { type: 'body', property: 'sitemap' } },
			},
			threatProtection,
			{
				displayName: 'Timeout',
				name: 'timeout',
				type: 'number',
				typeOptions: { minValue: 1, numberPrecision: 0 },
				default: 60000,
				description:
					'Time after which the service gives up. Without this option it takes as long as it needs.',
				hint: 'In milliseconds',
				routing: { send: { type: 'body', property: 'timeout' } },
			},
		],
	},
];

export const map: INodePropertyOptions = {
	name: 'Map',
	value: 'map',
	action: 'Map a website',
	description: 'List the pages of a website from its sitemap and its links',
	routing: {
		request: { method: 'POST', url: '/v2/map' },
		send: { preSend: [begin(prepareMap, mapFields)], paginate: true },
		operations: { pagination: sendItem({ rateLimit: 'map', repeatable: 'costsAgain' }) },
		output: { postReceive: [mapLinks] },
	},
};

/**
 * The request waits a little longer than the service itself does, so that its own answer arrives
 * first, and without end where it was given no time-out. n8n would otherwise give up after five
 * minutes, unless the user set a time-out of n8n's own.
 *
 * @throws FieldError, also for what is only needed with the answer, which has been paid for then
 */
function prepareMap(
	request: IHttpRequestOptions,
	item: IExecuteSingleFunctions,
): IHttpRequestOptions {
	oneOf('links', 'list')('output', item.getNodeParameter('output', 'links'));
	const body = mapRequest(isRecord(request.body) ? request.body : {});
	if (item.getNodeParameter('requestOptions.timeout', 0)) return { ...request, body };
	const timeout = typeof body.timeout === 'number' ? body.timeout + TIMEOUT_MARGIN_MS : 0;
	return { ...request, body, timeout: timeout > MAX_TIMER_MS ? 0 : timeout };
}
