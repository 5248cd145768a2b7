import type { Service } from '../../../sandbox/service/index.ts';
import { clientOf } from '../serviceUnderTest.ts';
import type { Preparation } from './replay.ts';

/** A page was scraped with a key; the path is that of interactions with it. */
function scrapedWith(apiKey: string): Preparation['before'] {
	return async (service: Service) => {
		const { data } = await clientOf(service, apiKey).post<{
			data: { metadata: { scrapeId: string } };
		}>('/v2/scrape', { url: `${service.websiteUrl}/` });
		return `/v2/scrape/${data.data.metadata.scrapeId}/interact`;
	};
}

/** What has to be prepared for a recorded request about browsers, by its name. */
export const interactPreparations: Record<string, Preparation> = {
	'interact: code on a scrape': { before: scrapedWith('sandbox-key') },
	"interact: another team's scrape": {
		options: { apiKeys: ['sandbox-key', { key: 'other-key', team: 'others' }] },
		before: scrapedWith('other-key'),
	},
};
