import { faultMatrix } from '../faults/matrix.ts';
import { HUGE_ROWS } from '../faults/hugeRows.ts';

const HIT = 1;

faultMatrix(
	import.meta.url,
	{
		map: {
			subject: () => ({
				parameters: { url: '=https://example.com/{{ $itemIndex }}' },
				items: 3,
				hitItem: HIT,
				hit: {
					path: '/v2/map',
					body: (body) => (body as { url: string }).url.endsWith(`/${HIT}`),
				},
				answer: {
					status: 200,
					json: { success: true, links: [{ url: 'https://example.com/found', title: 'Found' }] },
				},
			}),
		},
	},
	{ moreRows: HUGE_ROWS },
);
