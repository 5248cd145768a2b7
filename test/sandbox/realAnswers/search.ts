import type { ServiceOptions } from '../../../sandbox/service/index.ts';
import type { FoundPage } from '../../../sandbox/service/search/pages.ts';
import { page, webSite } from '../scrapeSite.ts';
import { recorded, type Difference } from './recorded.ts';
import type { Preparation } from './replay.ts';

/** Pages that a search finds as the engine did that was played then. */
async function found(): Promise<ServiceOptions> {
	const acme = await webSite({
		'/item/0': page('0', '<p>Item 0</p>'),
		'/item/1': page('1', '<p>Item 1</p>'),
	});
	const searchPages = [0, 1].map((number): FoundPage => ({
		url: `http://acme.example.test/item/${number}`,
		title: 'chairs mixed',
		description: 'chairs mixed',
	}));
	return { hosts: { 'acme.example.test': acme.origin }, searchPages };
}

const anySearch = Object.fromEntries(
	recorded
		.filter(({ request }) => request.path === '/v2/search')
		.map(({ name }): [string, Preparation] => [name, { options: found }]),
);

/** What has to be prepared for a recorded search, by its name. */
export const searchPreparations: Record<string, Preparation> = {
	...anySearch,
	'search: engine is down': { options: { searchEngineIsDown: true } },
};

export const searchDifferences: Record<string, Difference> = {
	'search: default limit (count in note)': {
		instead: { fields: ['creditsUsed', 'data', 'id', 'success'] },
		reason: 'the recording is cut',
	},
	'search: empty query': {
		instead: { fields: ['creditsUsed', 'data', 'id', 'success'] },
		reason: 'where the recording is not cut, the fields are these',
	},
};
