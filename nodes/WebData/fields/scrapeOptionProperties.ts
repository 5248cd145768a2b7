import type { INodeProperties } from 'n8n-workflow';

import { actions } from './actions';
import { auditMetadata } from './auditMetadata';
import { location } from './location';
import { parsers } from './parsers';
import { headers, profile, redactPII } from './scrapeOptionGroups';
import { threatProtection } from './threatProtection';

/** Every option of a scrape that is neither deprecated nor internal (service, A1), by display name. */
export const scrapeOptionProperties: INodeProperties[] = [
	actions,
	auditMetadata,
	{
		displayName: 'Block Ads',
		name: 'blockAds',
		type: 'boolean',
		default: true,
		description: 'Whether to keep ads and cookie pop-ups from the page',
	},
	{
		displayName: 'Clean Up with AI',
		name: 'onlyCleanContent',
		type: 'boolean',
		default: false,
		description:
			'Whether AI removes from the Markdown what is no content. An experiment of the service.',
	},
	{
		displayName: 'Exclude Tags',
		name: 'excludeTags',
		type: 'string',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Selector' },
		default: [],
		placeholder: 'e.g. .sidebar',
		description: 'Parts of the page to leave out, as names of tags or CSS selectors',
	},
	{
		displayName: 'Fast Mode',
		name: 'fastMode',
		type: 'boolean',
		default: false,
		description: 'Whether to read the page faster and less thoroughly, as against a time-out',
	},
	headers,
	{
		displayName: 'Include Tags',
		name: 'includeTags',
		type: 'string',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Selector' },
		default: [],
		placeholder: 'e.g. article',
		description: 'The only parts of the page to keep, as names of tags or CSS selectors',
	},
	location,
	{
		displayName: 'Lockdown',
		name: 'lockdown',
		type: 'boolean',
		default: false,
		description:
			"Whether to use nothing but the service's own copies, so that no request leaves it. Copies of up to two years count; without one the node fails.",
		hint: 'Costs 5 credits a page, and 1 where there is no copy',
	},
	{
		displayName: 'Max Age',
		name: 'maxAge',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 0 },
		default: 172800000,
		description:
			"How old a copy of the page may be that the service uses instead of opening it. 0 always opens it; a copy costs as much as a fresh page. Without this option the service's own default counts, 2 days.",
		hint: 'In milliseconds',
	},
	{
		displayName: 'Min Age',
		name: 'minAge',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 0 },
		default: 1,
		description:
			'How old a copy of the page has to be at least. With this option the page is never opened: without such a copy the node fails. 1 takes any copy; some servers ignore it.',
		hint: 'In milliseconds',
	},
	{
		displayName: 'Mobile',
		name: 'mobile',
		type: 'boolean',
		default: false,
		description: 'Whether to open the page as a phone would',
	},
	{
		displayName: 'Only Main Content',
		name: 'onlyMainContent',
		type: 'boolean',
		default: true,
		description: 'Whether to leave out navigation, header and footer of the page',
	},
	parsers,
	profile,
	{
		displayName: 'Proxy',
		name: 'proxy',
		type: 'options',
		default: 'auto',
		description: 'Through what kind of proxy the page is opened',
		options: [
			{
				name: 'Auto',
				value: 'auto',
				description: 'Basic, and enhanced where that fails, for 4 credits more on some servers',
			},
			{ name: 'Basic', value: 'basic', description: 'Fast, for most websites' },
			{
				name: 'Enhanced',
				value: 'enhanced',
				description:
					'For websites that keep programs out. Slower, and some servers charge 4 more credits.',
			},
		],
	},
	redactPII,
	{
		displayName: 'Remove Base64 Images',
		name: 'removeBase64Images',
		type: 'boolean',
		default: true,
		description: 'Whether to leave images out of the Markdown that are part of the page itself',
	},
	{
		displayName: 'Skip TLS Verification',
		name: 'skipTlsVerification',
		type: 'boolean',
		default: true,
		description: 'Whether to open pages whose certificate is not valid',
	},
	{
		displayName: 'Store in Cache',
		name: 'storeInCache',
		type: 'boolean',
		default: true,
		description: 'Whether the service may keep a copy of the page for later requests',
	},
	threatProtection,
	{
		displayName: 'Timeout',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1000, maxValue: 300000, numberPrecision: 0 },
		default: 60000,
		description:
			'Time after which the service gives up a page, at most 300,000. Waiting for a free browser counts. A value of exactly 30000 is raised by the service, mostly to 120000: give 30001 to mean it.',
		hint: 'In milliseconds',
	},
	{
		displayName: 'Wait For',
		name: 'waitFor',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 60000, numberPrecision: 0 },
		default: 1000,
		description:
			'How long to wait before the page is read, for pages that build themselves up, at most 60,000 and half of Timeout',
		hint: 'In milliseconds',
	},
	{
		displayName: 'Zero Data Retention',
		name: 'zeroDataRetention',
		type: 'boolean',
		default: false,
		description:
			'Whether the service keeps nothing of the page. It has to be enabled for the team by the service.',
		hint: 'Costs 1 more credit a page',
	},
];
