import type { IBinaryData } from 'n8n-workflow';

import { faultMatrix } from '../faults/matrix.ts';

const ITEMS = 3;
const HIT = 1;

/** A page as n8n keeps it in memory. */
function htmlFile(item: number): IBinaryData {
	return { data: btoa(`<h1>Page ${item}</h1>`), fileName: `${item}.html`, mimeType: 'text/html' };
}

function fileNameOf(body: unknown): string | undefined {
	const parts = Array.isArray(body) ? (body as Array<{ fileName?: string }>) : [];
	return parts.find(({ fileName }) => fileName !== undefined)?.fileName;
}

faultMatrix(import.meta.url, {
	parse: {
		subject: () => ({
			parameters: { resource: 'file', operation: 'parse' },
			files: Array.from({ length: ITEMS }, (_, item) => ({ data: htmlFile(item) })),
			items: ITEMS,
			hitItem: HIT,
			hit: { path: '/v2/parse', body: (body) => fileNameOf(body) === `${HIT}.html` },
		}),
	},
});
