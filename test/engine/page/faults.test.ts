import { faultMatrix } from '../faults/matrix.ts';
import { HUGE_ROWS } from '../faults/hugeRows.ts';

const HIT = 1;
const ITEMS = 3;

const IDS = Array.from(
	{ length: ITEMS },
	(_, item) => `0190c6f1-6c2b-7d3e-8a4f-5b6c7d8e9f0${item}`,
);

const DOCUMENT = { markdown: 'Text', metadata: { statusCode: 200, title: 'Title' } };
const ANSWER = { status: 200, json: { success: true, data: DOCUMENT } };

faultMatrix(
	import.meta.url,
	{
		scrape: {
			subject: () => ({
				parameters: {
					resource: 'page',
					operation: 'scrape',
					url: '=https://example.com/{{ $itemIndex }}',
				},
				items: ITEMS,
				hitItem: HIT,
				hit: {
					path: '/v2/scrape',
					body: (body) => (body as { url: string }).url.endsWith(`/${HIT}`),
				},
				answer: ANSWER,
			}),
		},
		get: {
			subject: () => ({
				parameters: {
					resource: 'page',
					operation: 'get',
					scrapeId: `={{ ${JSON.stringify(IDS)}[$itemIndex] }}`,
				},
				items: ITEMS,
				hitItem: HIT,
				hit: { method: 'GET', path: `/v2/scrape/${IDS[HIT] ?? ''}` },
				answer: ANSWER,
			}),
		},
	},
	{ moreRows: HUGE_ROWS },
);
