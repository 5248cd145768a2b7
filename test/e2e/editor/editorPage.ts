import type { Locator, Page } from 'playwright-core';

import type { Owner } from '../../../sandbox/n8n/index.ts';

/** For what the editor does a moment after a click or a key, without a sign of having done it. */
const SHORT_MS = 600;

/** Notices in the corner, and tooltips. */
const MESSAGES = '.el-notification, [data-reka-popper-content-wrapper]:has([role="tooltip"])';

/** What an executed node shows in its output panel. */
export interface ShownResult {
	/** "1242 items", or undefined for an error. */
	items?: string;
	error?: { message: string; description: string };
}

/** n8n's editor as a person uses it: by looking and clicking. */
export class EditorPage {
	private readonly page: Page;
	private readonly url: string;

	constructor(page: Page, url: string) {
		this.page = page;
		this.url = url;
	}

	async logIn({ email, password }: Owner): Promise<void> {
		await this.page.goto(`${this.url}/signin`);
		await this.page.locator('input[name="emailOrLdapLoginId"]').fill(email);
		await this.page.locator('input[name="password"]').fill(password);
		await this.byTestId('form-submit-button').click();
		await this.page.waitForURL(/\/(home|workflow)/);
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.byTestId('canvas-node').first().waitFor();
		await this.byTestId('zoom-to-fit').click();
		await this.page.waitForTimeout(SHORT_MS);
	}

	/** Names that the list of nodes offers for a search. */
	async searchNodes(text: string): Promise<string[]> {
		const search = this.byTestId('node-creator-search-bar');
		if (!(await search.isVisible())) await this.byTestId('node-creator-plus-button').click();
		await search.fill(text);
		await this.page.waitForTimeout(SHORT_MS);
		return await this.byTestId('node-creator-item-name').allInnerTexts();
	}

	/** Opens a found node's own list; the actions and triggers in it. */
	async actionsOf(name: string): Promise<string[]> {
		const items = this.byTestId('node-creator-item-name');
		await items.getByText(name, { exact: true }).click();
		const triggers = this.byTestId('node-creator-category-item').filter({ hasText: 'Triggers' });
		await triggers.click();
		return await items.allInnerTexts();
	}

	/** The grey line below a node's name. */
	async subtitleOf(name: string): Promise<string> {
		const lines = (await this.nodeOnCanvas(name).innerText()).split('\n');
		return lines[lines.indexOf(name) + 1] ?? '';
	}

	async openNode(name: string): Promise<void> {
		await this.nodeOnCanvas(name).dblclick();
		await this.byTestId('node-parameters').waitFor();
	}

	async closeNode(): Promise<void> {
		await this.byTestId('ndv-close-button').click();
		await this.byTestId('ndv').waitFor({ state: 'detached' });
	}

	/** For after a failed test, which may have left a node open. */
	async closeOpenNode(): Promise<void> {
		if (await this.byTestId('ndv-close-button').isVisible()) await this.closeNode();
	}

	/** Everything that the open node's parameters say, line by line: names, hints, buttons. */
	async parameterTexts(): Promise<string[]> {
		const parameters = await this.loadedParameters();
		return (await parameters.innerText()).split('\n').map((line) => line.trim());
	}

	async placeholders(): Promise<string[]> {
		const inputs = this.byTestId('node-parameters').locator('[placeholder]');
		return await inputs.evaluateAll((elements) =>
			elements.map((element) => element.getAttribute('placeholder') ?? ''),
		);
	}

	/** What the tooltip of a field's question mark says. */
	async descriptionOf(field: string): Promise<string> {
		const label = this.byTestId('input-label').filter({ hasText: field }).locator('label').first();
		await label.hover();
		await label.locator('svg').first().hover();
		return (await this.page.locator('[data-reka-popper-content-wrapper]').innerText()).trim();
	}

	/** The entries behind Add Option. */
	async offeredOptions(): Promise<string[]> {
		await this.byTestId('collection-parameter-add').first().click();
		const entries = this.page.locator('.el-select-dropdown__item:visible, [role="option"]:visible');
		await entries.first().waitFor();
		const texts = await entries.allInnerTexts();
		await this.page.keyboard.press('Escape');
		return texts;
	}

	/** Adds an entry of a collection by its Add Option. */
	async addOption(collection: string, option: string): Promise<void> {
		await this.collection(collection).locator('[data-test-id="collection-parameter-add"]').click();
		const entries = this.page.locator('.el-select-dropdown__item:visible');
		await entries.getByText(option, { exact: true }).click();
		await this.page.waitForTimeout(SHORT_MS);
	}

	/** Adds the first group to a list of groups that was added to a collection and is empty. */
	async addGroup(collection: string, button: string): Promise<void> {
		await this.collection(collection).getByRole('button', { name: button, exact: true }).click();
		await this.page.waitForTimeout(SHORT_MS);
	}

	/** The names of all fields and groups that have been added to a collection. */
	async addedTo(collection: string): Promise<string[]> {
		await this.loadedParameters();
		const [, ...labels] = await this.collection(collection).locator('label').allInnerTexts();
		return labels.map((label) => label.split('\n')[0]?.trim() ?? '');
	}

	/** Types into a field of a collection, or of the node where the collection has none to type into. */
	async typeSomewhereIn(collection: string): Promise<void> {
		const typable = 'input:not([readonly]):not([type="checkbox"]):visible';
		const inside = this.collection(collection).locator(typable);
		const anywhere = this.byTestId('node-parameters').locator(typable);
		const field = ((await inside.count()) > 0 ? inside : anywhere).first();
		await field.fill('7');
		await field.press('Tab');
		await this.page.waitForTimeout(SHORT_MS);
	}

	/** Clicks Execute Step, or a trigger's Fetch Test Event, for the first time; waits for the result. */
	async execute(): Promise<ShownResult> {
		await this.byTestId('node-execute-button').click();
		const output = this.byTestId('output-panel');
		const message = output.locator('[data-test-id="node-error-message"]');
		const items = output.locator('[data-test-id="ndv-items-count"]');
		await message.or(items).first().waitFor();
		if (!(await message.isVisible())) return { items: await items.innerText() };
		const description = await output.locator('[data-test-id="node-error-description"]').innerText();
		return { error: { message: await message.innerText(), description } };
	}

	/** The entries of a list to pick from, once they are loaded. */
	async entriesOf(parameter: string): Promise<string[]> {
		await this.byTestId(`resource-locator-${parameter}`)
			.locator('[data-test-id="rlc-input"]')
			.click();
		const entries = this.byTestId('rlc-item');
		await entries.first().waitFor();
		return await entries.allInnerTexts();
	}

	async pick(entry: string): Promise<void> {
		await this.byTestId('rlc-item').filter({ hasText: entry }).first().click();
	}

	async showOutputAs(view: 'schema' | 'table' | 'json'): Promise<void> {
		await this.byTestId('output-panel').locator(`[data-test-id="radio-button-${view}"]`).click();
	}

	/** Whether the node's icon has been loaded and drawn. */
	async hasIcon(name: string): Promise<boolean> {
		const icon = this.nodeOnCanvas(name).locator('img').first();
		return await icon.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0);
	}

	/** A picture of the window, without the messages that come and go. */
	async picture(path: string): Promise<void> {
		await this.page.mouse.move(640, 5);
		await this.page.waitForTimeout(SHORT_MS);
		await this.page.screenshot({
			path,
			style: `${MESSAGES} { visibility: hidden }`,
		});
	}

	/** The open node's parameters, once the editor shows groups with all their fields. */
	private async loadedParameters(): Promise<Locator> {
		const parameters = this.byTestId('node-parameters');
		await parameters.getByText('Loading fields').first().waitFor({ state: 'detached' });
		return parameters;
	}

	/** @param parameter internal name of the collection */
	private collection(parameter: string): Locator {
		const label = this.page.locator(`label[for="${parameter}"]`);
		return this.page.locator('.multi-parameter').filter({ has: label }).first();
	}

	private nodeOnCanvas(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	private byTestId(id: string): Locator {
		return this.page.locator(`[data-test-id="${id}"]`);
	}
}
