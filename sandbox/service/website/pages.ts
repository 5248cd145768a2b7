/** The sandbox website's pages: a made-up product's documentation, the same on every machine. */

export interface Page {
	path: string;
	title: string;
	description: string;
	/** Paths or addresses that the page links to. */
	links: string[];
}

const chapters = [
	'Accounts',
	'Alerts',
	'Backups',
	'Billing',
	'Clusters',
	'Dashboards',
	'Databases',
	'Deployments',
	'Domains',
	'Events',
	'Exports',
	'Firewalls',
	'Imports',
	'Integrations',
	'Logs',
	'Metrics',
	'Networks',
	'Permissions',
	'Pipelines',
	'Queues',
	'Reports',
	'Schedules',
	'Storage',
	'Webhooks',
];

const tasks = ['Create', 'Configure', 'Automate', 'Monitor', 'Migrate', 'Secure', 'Troubleshoot'];

const settings = [
	'for a Team',
	'from the Command Line',
	'in Production',
	'on a Schedule',
	'over the API',
	'with Labels',
	'with Templates',
];

/** Each chapter: an index page and a page for every task in every setting, 1,200 pages in all. */
export const chapterPages: Page[][] = chapters.map((chapter) => {
	const index = `/docs/${slug(chapter)}/`;
	const pages = tasks.flatMap((task) =>
		settings.map((setting) => {
			const title = `${task} ${chapter} ${setting}`;
			return {
				path: `${index}${slug(task)}/${slug(setting)}`,
				title,
				description: `How to ${task.toLowerCase()} ${chapter.toLowerCase()} ${setting.toLowerCase()}.`,
				links: ['/', index, `${index}?view=compact`],
			};
		}),
	);
	const overview = {
		path: index,
		title: chapter,
		description: `Everything about ${chapter.toLowerCase()}.`,
		links: ['/', ...pages.map(({ path }) => path), `${index}?view=compact`],
	};
	return [overview, ...pages];
});

/** Pages outside the chapters. No sitemap lists `/community` and `/imprint`. */
const otherPages: Page[] = [
	page('/changelog', 'Changelog', 'What changed in every version.', ['/changelog?version=2']),
	page('/pricing', 'Pricing', 'What the product costs.', ['/pricing?currency=eur']),
	page('/community', 'Community', 'Where users meet.', []),
	page('/imprint', 'Imprint', 'Who is behind this site.', []),
	page('/internal/drafts', 'Drafts', 'Not meant for robots.', []),
];

const home: Page = page(
	'/',
	'Sandbox Docs',
	'Documentation of a product that does not exist, to be mapped.',
	[
		...chapterPages.flatMap(([overview]) => (overview ? [overview.path] : [])),
		...otherPages.map(({ path }) => path),
		'/search?q=backups',
		'/search?q=webhooks&page=2',
	],
);

/** Query-string pages: variants of other pages. */
const variants: Page[] = [
	page('/search?q=backups', 'Search: backups', 'Pages about backups.', ['/docs/backups/']),
	page('/search?q=webhooks&page=2', 'Search: webhooks', 'More pages about webhooks.', []),
	page('/changelog?version=2', 'Changelog of version 2', 'What changed in version 2.', []),
	page('/pricing?currency=eur', 'Pricing in euro', 'What the product costs in euro.', []),
	...chapterPages.flatMap(([overview]) =>
		overview ? [{ ...overview, path: `${overview.path}?view=compact` }] : [],
	),
];

export const docsPages = new Map(
	[home, ...chapterPages.flat(), ...otherPages, ...variants].map((entry) => [entry.path, entry]),
);

const months = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'];

/** The blog on the subdomain. Its start page links to the last twelve posts only. */
const posts: Page[] = months.flatMap((month) =>
	['release', 'interview', 'how-we-work'].map((topic) =>
		page(
			`/2026/${month}/${topic}`,
			`${titleCase(topic)} of 2026-${month}`,
			`Our ${topic.replaceAll('-', ' ')} post of month ${month}.`,
			['/'],
		),
	),
);

export const blogPages = new Map(
	[
		page(
			'/',
			'Sandbox Blog',
			'News of a product that does not exist.',
			posts.slice(-12).map(({ path }) => path),
		),
		...posts,
	].map((entry) => [entry.path, entry]),
);

function page(path: string, title: string, description: string, links: string[]): Page {
	return { path, title, description, links };
}

function slug(text: string): string {
	return text.toLowerCase().replaceAll(' ', '-');
}

function titleCase(text: string): string {
	return text.replaceAll('-', ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
