import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';

import { openEditor } from './editor.ts';

describe('The packed pack, installed in n8n', () => {
	it('brings its nodes under their permanent type names, the node also as an AI tool', async () => {
		const client = await openEditor();
		expect(await client.nodeTypes('n8n-nodes-web-data')).toEqual(
			expect.arrayContaining(['n8n-nodes-web-data.webData', 'n8n-nodes-web-data.webDataTool']),
		);
	});

	it('brings nothing else along: no sources, tests or packages of its own', () => {
		const nodes = join(inject('n8n').userFolder, '.n8n', 'nodes', 'node_modules');
		const pack = join(nodes, 'n8n-nodes-web-data');
		expect(readdirSync(nodes).filter((name) => !name.startsWith('.'))).toEqual([
			'n8n-nodes-web-data',
		]);
		expect(existsSync(join(pack, 'node_modules'))).toBe(false);
		const known = ['CHANGELOG.md', 'LICENSE.md', 'README.md', 'dist', 'package.json'];
		expect(readdirSync(pack).filter((name) => !known.includes(name))).toEqual([]);
		expect(readdirSync(join(pack, 'dist')).sort()).toEqual(['credentials', 'nodes']);
	});
});
