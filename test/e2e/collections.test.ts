/** Add Option in n8n's editor: what was added stays, whatever is done next. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { openEditor } from './editor.ts';
import { launchBrowser, newWindow } from './editor/browser.ts';
import { EditorPage } from './editor/editorPage.ts';
import {
	collectionsOf,
	fullNodes,
	withEmptyCollections,
	workflowOf,
} from './editor/everyOperation.ts';

const NODES = fullNodes();

let browser: Browser | undefined;
let editor: EditorPage;

beforeAll(async () => {
	const client = await openEditor();
	browser = await launchBrowser();
	const window = await newWindow(browser);
	const { url, owner } = inject('n8n');
	editor = new EditorPage(await window.newPage(), url);
	await editor.logIn(owner);
	const workflow = workflowOf('Collections', NODES.map(withEmptyCollections));
	await editor.openWorkflow(await client.createWorkflow(workflow));
});

afterAll(async () => await browser?.close());

const seen = new Set<string>();

/** Each option once: several operations share some, field for field. Two are added at least. */
const COLLECTIONS = NODES.flatMap((node) => collectionsOf(node).map((all) => ({ node, ...all })))
	.map(({ node, name, options }) => {
		const unseen = options.filter((option) => !seen.has(JSON.stringify(option)));
		for (const option of unseen) seen.add(JSON.stringify(option));
		const others = options.filter((option) => !unseen.includes(option));
		const missing = Math.max(0, 2 - unseen.length);
		return { node: node.name, name, unseen, options: [...unseen, ...others.slice(0, missing)] };
	})
	.filter(({ unseen }) => unseen.length > 0);

it('has collections with groups in them to look at', () => {
	const options = COLLECTIONS.flatMap((collection) => collection.options);
	expect(options.filter(({ fields }) => fields.length > 0).length).toBeGreaterThan(1);
});

describe.each(COLLECTIONS)('$name of $node', ({ node, name, options }) => {
	it('keeps everything that was added, when more is added and when a field is edited', async () => {
		await editor.openNode(node);
		try {
			expect(await editor.addedTo(name)).toEqual([]);
			const expected: string[] = [];
			for (const { displayName, addsGroup, fields } of options) {
				await editor.addOption(name, displayName);
				// n8n forgets a list of groups that is still empty when the next option is added.
				if (addsGroup) await editor.addGroup(name, addsGroup);
				expected.push(displayName, ...fields);
				expect(await editor.addedTo(name), `after ${displayName}`).toEqual(
					expect.arrayContaining(expected),
				);
			}
			await editor.typeSomewhereIn(name);
			expect(await editor.addedTo(name), 'after typing').toEqual(expect.arrayContaining(expected));
		} finally {
			await editor.closeNode();
		}
		await editor.openNode(node);
		const all = options.flatMap(({ displayName, fields }) => [displayName, ...fields]);
		const reopened = await editor.addedTo(name);
		await editor.closeNode();
		expect(reopened, 'after opening the node again').toEqual(expect.arrayContaining(all));
	});
});
