import type { Subject } from '../faults/subjects.ts';

/** Search over some items, of which a fault hits one. */
export function searchSubject(perItem: Pick<Subject, 'items' | 'hitItem'>): Subject {
	const isHit = (body: unknown) =>
		(body as { query?: string } | undefined)?.query === `backups ${perItem.hitItem}`;
	return {
		...perItem,
		parameters: { query: '=backups {{ $itemIndex }}', maxResults: 1 },
		hit: { path: '/v2/search', body: isHit },
	};
}
