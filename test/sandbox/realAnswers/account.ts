import type { Service } from '../../../sandbox/service/index.ts';
import { clientOf } from '../serviceUnderTest.ts';
import type { Preparation } from './replay.ts';

/** Three maps, so that there are three activities. */
async function threeActivities(service: Service): Promise<undefined> {
	const client = clientOf(service, 'sandbox-key');
	for (let count = 0; count < 3; count++)
		await client.post('/v2/map', { url: service.websiteUrl, limit: 1 });
}

async function nextActivities(service: Service): Promise<string> {
	await threeActivities(service);
	const first = '/v2/team/activity?limit=1';
	const client = clientOf(service, 'sandbox-key');
	const { cursor } = (await client.get<{ cursor: string }>(first)).data;
	return `${first}&cursor=${encodeURIComponent(cursor)}`;
}

/** What has to be prepared for a recorded request about the account, by its name. */
export const accountPreparations: Record<string, Preparation> = {
	'team: activity, limit 2': { before: threeActivities },
	'team: activity, next page': { before: nextActivities },
	'team: activity, limit 101': { before: threeActivities },
	'any: GET with a key of another kind (fco_)': { authorization: 'Bearer fco_1' },
};
