import type { IDataObject } from 'n8n-workflow';

import { whyNotOpened } from '../../../messages/browserSession';
import { explain } from '../../../messages/explain';
import type { Call } from '../../../operation/call';
import { without } from '../../../operation/columns';
import { unlessAborted } from '../../../transport/abort';
import { RequestFailure } from '../../../transport/failure';
import { endSession, runInBrowser } from '../browserSession/requests';
import type { Interaction } from './interact';

/** How long closing a browser may take, and how long where the execution was stopped; milliseconds. */
const STOP_TIMEOUT_MS = 60_000;
const HURRIED_STOP_TIMEOUT_MS = 10_000;

/** A scraped page and what the items of a node execution do with it. */
interface OpenPage {
	scrapeId: string;
	/** Route of its interactions. */
	path: string;
	/** When each item that works with it has ended, by the item's index. */
	turns: Map<number, Promise<void>>;
	/** Whether it may have a browser, which costs credits. */
	isOpen: boolean;
}

/**
 * Works with a scraped page. Items of the same page share its browser, so that they take turns in
 * their order, and the last one closes it.
 *
 * @returns the item's fields
 * @throws ExplainedFailure where the work failed; the browser is closed then, too, unless other
 * items of the page go on
 */
export async function interactInTurn(
	call: Call,
	{ scrapeId, body, stopAfter }: Interaction,
): Promise<IDataObject> {
	const { execution, item } = call;
	const itemIndex = item.getItemIndex();
	const page = openPage(call, scrapeId);
	let end!: () => void;
	page.turns.set(itemIndex, new Promise((resolve) => (end = resolve)));
	const isLast = () => Math.max(...page.turns.keys()) === itemIndex;
	const work = async () => {
		await execution.items.gather(execution.signal);
		const earlier = [...page.turns].filter(([index]) => index < itemIndex);
		await unlessAborted(Promise.all(earlier.map(([, ended]) => ended)), execution.signal);
		const answer = { scrapeId, jobId: scrapeId, ...(await interact(call, page, body)) };
		if (!stopAfter || !isLast()) return answer;
		// The addresses of a closed browser lead nowhere.
		const told = without(answer, 'cdpUrl', 'liveViewUrl', 'interactiveLiveViewUrl');
		return { ...told, ...(await closed(call, page)) };
	};
	const afterFailure = async (error: unknown): Promise<never> => {
		const goesOn = item.continueOnFail() && !isLast() && !execution.signal.aborted;
		if (stopAfter && page.isOpen && !goesOn) await closed(call, page);
		throw error;
	};
	return await work().catch(afterFailure).finally(end);
}

function openPage({ execution: { shared } }: Call, scrapeId: string): OpenPage {
	const key = `interaction with ${scrapeId.toLowerCase()}`;
	const known = shared.get(key) as OpenPage | undefined;
	if (known) return known;
	const path = `/v2/scrape/${encodeURIComponent(scrapeId)}/interact`;
	const page: OpenPage = { scrapeId, path, turns: new Map(), isOpen: false };
	shared.set(key, page);
	return page;
}

async function interact(
	call: Call,
	page: OpenPage,
	body: Interaction['body'],
): Promise<IDataObject> {
	const { scrapeId, path, isOpen } = page;
	page.isOpen = true;
	return await runInBrowser(call, path, body, { scrapeId, jobId: scrapeId }).catch(
		(error: unknown) => {
			if (error instanceof RequestFailure && !error.mayBeDone) page.isOpen = isOpen;
			throw whyNotOpened(error);
		},
	);
}

/**
 * Closes the browser of a page, also where the execution was stopped. What was done before is a
 * result whatever becomes of that.
 */
async function closed(call: Call, page: OpenPage): Promise<IDataObject> {
	page.isOpen = false;
	const isStopped = call.execution.signal.aborted;
	const signal = AbortSignal.timeout(isStopped ? HURRIED_STOP_TIMEOUT_MS : STOP_TIMEOUT_MS);
	try {
		return await endSession(call, page.path, true, { signal });
	} catch (error) {
		const warning = `The browser could not be closed and costs credits until it ends by itself: ${explain(error).message}`;
		call.warn(warning);
		return { warning };
	}
}
