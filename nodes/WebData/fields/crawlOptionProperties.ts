import type { INodeProperties } from 'n8n-workflow';

/** Every option of a crawl that says how a website is walked (service, C1), by display name. */
export const crawlOptionProperties: INodeProperties[] = [
	{
		displayName: 'Allow External Links',
		name: 'allowExternalLinks',
		type: 'boolean',
		default: false,
		description:
			'Whether to read also the pages of other websites to which a page links, but none beyond these',
	},
	{
		displayName: 'Allow Subdomains',
		name: 'allowSubdomains',
		type: 'boolean',
		default: false,
		description: 'Whether to read also pages of subdomains, such as blog.example.com',
	},
	{
		displayName: 'Crawl Entire Domain',
		name: 'crawlEntireDomain',
		type: 'boolean',
		default: false,
		description:
			'Whether to read also pages beside and above the URL. Otherwise only pages whose path begins with that of the URL are read.',
	},
	{
		displayName: 'Deduplicate Similar URLs',
		name: 'deduplicateSimilarURLs',
		type: 'boolean',
		default: true,
		description:
			'Whether to read a page once that has several addresses, such as with and without www or index.html',
	},
	{
		displayName: 'Delay',
		name: 'delay',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 60 },
		default: 1,
		description:
			'How long to pause after each page, for websites that ask for it, at most 60. The pages are then read one at a time, which makes a large crawl slow.',
		hint: 'In seconds',
	},
	{
		displayName: 'Exclude Paths',
		name: 'excludePaths',
		type: 'string',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Path' },
		default: [],
		placeholder: 'e.g. ^/archive/.*',
		description: 'Regular expressions for the paths of pages to leave out',
	},
	{
		displayName: 'Ignore Query Parameters',
		name: 'ignoreQueryParameters',
		type: 'boolean',
		default: false,
		description:
			'Whether addresses that differ only behind the question mark are one page, read once without it',
	},
	{
		displayName: 'Ignore Robots.txt',
		name: 'ignoreRobotsTxt',
		type: 'boolean',
		default: false,
		description:
			'Whether to read also pages that robots.txt forbids. Enterprise plans only: others get an error.',
	},
	{
		displayName: 'Include Paths',
		name: 'includePaths',
		type: 'string',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Path' },
		default: [],
		placeholder: 'e.g. ^/blog/.*',
		description:
			'Regular expressions for the paths of the only pages to read. The URL itself is tested too: where it does not match, its links are followed, but the page is left out.',
	},
	{
		displayName: 'Max Discovery Depth',
		name: 'maxDiscoveryDepth',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 0 },
		default: 2,
		description:
			'How many links away from the URL a page may be. 0 is the URL itself, and the pages of the sitemap.',
	},
	{
		displayName: 'Max Pages at Once',
		name: 'maxConcurrency',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 2,
		description:
			'How many pages the service reads at the same time. Without this option, as many as the plan allows.',
	},
	{
		displayName: 'Prompt',
		name: 'prompt',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		placeholder: 'e.g. Only the product pages, without the archive',
		description:
			'Which pages to read, in your own words, at most 10,000 characters. AI makes options of it; those set here count more, and so does Max Pages. The operation Preview shows them before.',
	},
	{
		displayName: 'Regex on Full URL',
		name: 'regexOnFullURL',
		type: 'boolean',
		default: false,
		description:
			'Whether Include Paths and Exclude Paths are compared with the whole address instead of its path',
	},
	{
		displayName: 'Robots User Agent',
		name: 'robotsUserAgent',
		type: 'string',
		default: '',
		placeholder: 'e.g. ExampleBot',
		description: 'Whose rules in robots.txt count. Enterprise plans only: others get an error.',
	},
	{
		displayName: 'Sitemap',
		name: 'sitemap',
		type: 'options',
		default: 'include',
		description: "How the website's sitemap is used",
		options: [
			{ name: 'Include', value: 'include', description: 'Find pages by the sitemap and by links' },
			{ name: 'Only', value: 'only', description: 'Read the pages of the sitemap, and no others' },
			{ name: 'Skip', value: 'skip', description: 'Find pages by links alone' },
		],
	},
	{
		displayName: 'Zero Data Retention',
		name: 'zeroDataRetention',
		type: 'boolean',
		default: false,
		description:
			'Whether the service keeps nothing of the pages. It has to be enabled for the team by the service.',
		hint: 'Costs 1 more credit a page',
	},
];
