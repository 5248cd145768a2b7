import { expect, test } from 'vitest';

import { crawlService } from './crawlUnderTest.ts';
import { webSite } from './scrapeSite.ts';

test('the large website has as many pages as it is asked for, of 20 kB, and dead links', async () => {
	const { service, client, crawl } = await crawlService();
	const origin = service.websiteUrl.replace('localhost', 'large-250.localhost');
	const { id, end, errors, paths } = await crawl(await webSite({}), { url: `${origin}/` });
	const pages = paths.filter((path) => !path.includes('/gone/'));
	// A home page, three sections of which the first two are full, and a dead link in each of those.
	expect([pages.length, paths.length - pages.length]).toEqual([250, 1]);
	expect(end).toMatchObject({ status: 'completed', total: 251 });
	expect(errors.errors).toMatchObject([{ url: `${origin}/broken/1` }]);
	const { data } = await client.get<{ data: Array<{ markdown: string }> }>(
		`/v2/crawl/${id}?skip=100`,
	);
	const texts = data.data.map(({ markdown }) => markdown);
	expect(new Set(texts).size).toBe(100);
	for (const text of texts.slice(10)) {
		expect(text.length).toBeGreaterThan(18_000);
		expect(text.length).toBeLessThan(21_000);
	}
});
