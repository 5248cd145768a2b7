import { describe, expect, test } from 'vitest';

import { missingReasons, skippedAs } from '../../../nodes/contract/crawlEnd.ts';
import { crawlOptions, proposedOptions } from '../../../nodes/contract/requests/crawl.ts';

describe('Options of a crawl', () => {
	test.each(['maxDepth', 'allowBackwardLinks', 'ignoreSitemap'])(
		'are refused under their old name %s',
		(name) => {
			expect(() => crawlOptions('crawlOptions', { [name]: 1 })).toThrow(
				`crawlOptions must not hold ${name}`,
			);
		},
	);

	test('that a preview proposes are those that a crawl takes', () => {
		const proposal = {
			url: 'https://example.com',
			maxDepth: 10,
			limit: 50,
			delay: 2000,
			includePaths: ['^/a'],
			robotsUserAgent: null,
			sitemap: 'skip',
		};
		const options = proposedOptions(proposal);
		expect(options).toEqual({ maxPages: 50, delay: 2, includePaths: ['^/a'], sitemap: 'skip' });
		delete options.maxPages;
		expect(crawlOptions('crawlOptions', options)).toEqual(options);
	});
});

describe('Why pages are missing', () => {
	const broken = { url: 'https://example.com/a', code: 'SCRAPE_ALL_ENGINES_FAILED', error: 'No' };
	const banned = { ...broken, code: 'CRAWL_DENIAL', error: 'URL blocked by robots.txt' };
	const external = { ...broken, code: 'EXTERNAL_LINK' };

	test('is told by what the service says of each', () => {
		expect(skippedAs(broken)).toBe('failures');
		expect(skippedAs(banned)).toBe('robots');
		expect(skippedAs({ ...banned, error: 'URL does not match includePaths' })).toBe('paths');
		expect(skippedAs(external)).toBe('external');
	});

	test('is the limit where as many were tried', () => {
		const findings = { maxPages: 3, completed: 2, failures: [broken], creditsLeft: 0 };
		expect(missingReasons(findings)).toEqual(['limit', 'failures']);
	});

	test('are the credits where fewer were tried and none are left', () => {
		const findings = { maxPages: 30, completed: 2, failures: [], creditsLeft: 0 };
		expect(missingReasons(findings)).toEqual(['credits']);
		expect(missingReasons({ ...findings, creditsLeft: 28 })).toEqual([]);
	});

	test('is not known of a website that is smaller than the limit, nor are foreign home pages', () => {
		expect(missingReasons({ maxPages: 30, completed: 2, failures: [external] })).toEqual([]);
	});
});
