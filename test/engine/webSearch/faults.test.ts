import type { INodeParameters } from 'n8n-workflow';

import type { Subject } from '../faults/cell.ts';
import { faultMatrix } from '../faults/matrix.ts';

const HIT = 1;

function subjectWith(parameters: INodeParameters): Subject {
	return {
		parameters: {
			resource: 'webSearch',
			operation: 'search',
			query: '=backups {{ $itemIndex }}',
			maxResults: 1,
			...parameters,
		},
		items: 3,
		hitItem: HIT,
		hit: {
			path: '/v2/search',
			body: (body) => (body as { query: string }).query === `backups ${HIT}`,
		},
	};
}

faultMatrix(
	import.meta.url,
	{
		search: { subject: () => subjectWith({}) },
		'search and scrape': {
			isStart: true,
			options: { hasBrowser: false },
			subject: () => subjectWith({ formats: ['markdown'] }),
		},
	},
	{
		// The answer has come: no search goes on.
		except: { 'fields of the wrong type': { 'search and scrape': 'fails' } },
	},
);
