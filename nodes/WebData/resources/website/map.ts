import type {
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { mapRequest } from '../../../contract/requests/map';
import type { Call } from '../../../operation/call';
import type { Input } from '../../../operation/input';
import { operation } from '../../../operation/operation';
import { TIMEOUT_MARGIN_MS, type RequestKind } from '../../../transport/requestKind';
import { auditMetadata } from '../../fields/auditMetadata';
import { location } from '../../fields/location';
import { ifCreditsLeft, minCredits } from '../../fields/minCredits';
import { requestOptionsField } from '../../fields/requestOptions';
import { threatProtection } from '../../fields/threatProtection';
import { urlField } from '../../fields/urlField';
import { linksOf, MAX_LINKS } from './links';

const displayOptions = { show: { resource: ['website'], operation: ['map'] } };

/** Contract, "Map request body". */
export const mapFields: INodeProperties[] = [
	urlField(displayOptions.show),
	{
		displayName: 'Search',
		name: 'search',
		type: 'string',
		default: '',
		placeholder: 'e.g. pricing',
		description:
			'Words by which the links are ranked, the best matches first. Some servers also leave out what does not match. Leave it empty for all pages.',
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
	requestOptionsField(displayOptions.show, [
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
			description:
				'Whether to do without the query of links, such as /list?page=2: depending on the server they are left out or come without it',
			routing: { send: { type: 'body', property: 'ignoreQueryParameters' } },
		},
		{
			displayName: 'Include Source',
			name: 'includeSource',
			type: 'boolean',
			default: false,
			description:
				'Whether each link also carries the website it was found on, as source. Useful when several websites are mapped at once.',
		},
		{
			displayName: 'Include Subdomains',
			name: 'includeSubdomains',
			type: 'boolean',
			default: true,
			description: 'Whether to return pages on subdomains too, such as blog.example.com',
			routing: { send: { type: 'body', property: 'includeSubdomains' } },
		},
		location,
		minCredits,
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
				'Time after which the service gives up. A slow website may need more: without this option a server can give its sitemap as little as 30 seconds and answer with the links it has by then.',
			hint: 'In milliseconds',
			routing: { send: { type: 'body', property: 'timeout' } },
		},
	]),
];

export const map: INodePropertyOptions = {
	name: 'Map',
	value: 'map',
	action: 'Map a website',
	description: 'List the pages of a website from its sitemap and its links',
	routing: operation(ifCreditsLeft({ fields: mapFields, read: selectionOf, work: mapWebsite })),
};

/** A map is billed by the call: one whose answer was lost costs again when it is repeated. */
const MAP: RequestKind = {
	rateLimit: 'map',
	repeatable: 'costsAgain',
	timeout: 0,
	ifTooLarge: 'Ask for fewer links at once, with a lower Max Links.',
};

interface Selection {
	body: Record<string, unknown>;
	output: 'links' | 'list';
	includeSource: boolean;
}

function selectionOf(input: Input): Selection {
	return {
		body: mapRequest({
			...input.body,
			location: input.group('options.location'),
			auditMetadata: input.group('options.auditMetadata'),
			threatProtection: input.group('options.threatProtection'),
		}),
		output: input.oneOf('output', 'links', 'list'),
		includeSource: input.flag('options.includeSource', false),
	};
}

async function mapWebsite(
	call: Call,
	{ body, output, includeSource }: Selection,
): Promise<INodeExecutionData[]> {
	const answer = await call.send(MAP, {
		method: 'POST',
		path: '/v2/map',
		body,
		// The service's own answer to a time-out is to arrive first.
		timeout: typeof body.timeout === 'number' ? body.timeout + TIMEOUT_MARGIN_MS : 0,
	});
	const links = linksOf(answer);
	const url = body.url as string;
	const { warning } = answer;
	if (output === 'list') {
		const item: IDataObject = { url, count: links.length, links };
		return [{ json: typeof warning === 'string' ? { ...item, warning } : item }];
	}
	if (typeof warning === 'string') call.warn(`Map of ${url}: ${warning}`);
	// n8n cannot take many more items for one input item than a map may have links.
	if (links.length > MAX_LINKS) links.length = MAX_LINKS;
	// No lists in between: they would cost the garbage collector more than all else here.
	const items: INodeExecutionData[] = [];
	for (const link of links) {
		items.push({ json: includeSource ? { ...link, source: url } : link });
	}
	return items;
}
