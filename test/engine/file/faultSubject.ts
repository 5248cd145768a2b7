import type { IBinaryData } from 'n8n-workflow';

import type { Subject } from '../faults/subjects.ts';

/** Parse over some items, of which a fault hits one. */
export function parseSubject(perItem: Pick<Subject, 'items' | 'hitItem'>): Subject {
	return {
		...perItem,
		parameters: {},
		files: Array.from({ length: perItem.items }, (_, item) => ({ data: htmlFile(item) })),
		hit: {
			path: '/v2/parse',
			body: (body) => fileNameOf(body) === `${perItem.hitItem}.html`,
		},
	};
}

/** A page as n8n keeps it in memory. */
function htmlFile(item: number): IBinaryData {
	return { data: btoa(`<h1>Page ${item}</h1>`), fileName: `${item}.html`, mimeType: 'text/html' };
}

function fileNameOf(body: unknown): string | undefined {
	const parts = Array.isArray(body) ? (body as Array<{ fileName?: string }>) : [];
	return parts.find(({ fileName }) => fileName !== undefined)?.fileName;
}
