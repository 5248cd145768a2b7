import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { isRecord } from '../../contract/checks';
import { nextPage, runsOfPage, type ListedRun } from '../../contract/runList';
import { promised } from '../../transport/promised';
import { readRoute } from '../../transport/request';
import { searchResult } from './searchResult';

const MAX_PROMPT_LENGTH = 60;

/** Pages that one search looks through for a match. */
const MAX_PAGES = 10;

/**
 * The list of recent runs behind the field Agent Run.
 *
 * @param filter text that the prompt, the status or the id has to contain
 * @param paginationToken `before` of the page to read
 */
export async function searchAgentRuns(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searchResult(this, async () => {
		const wanted = filter.trim().toLowerCase();
		const results: INodeListSearchItems[] = [];
		let before = paginationToken ? Number(paginationToken) : undefined;
		// The editor asks for more only when its list is scrolled, which an empty one cannot be.
		for (let pages = 0; results.length === 0 && pages < MAX_PAGES; pages++) {
			const page = await readRoute(this, '/v2/agent', {}, before ? { before } : {});
			results.push(...matching(page, wanted));
			before = nextPage(page, before);
			if (before === undefined) return { results };
		}
		return { results, paginationToken: String(before) };
	});
}

function matching(page: Record<string, unknown>, wanted: string): INodeListSearchItems[] {
	return runsOfPage(promised(page, 'agents', 'list', 'list of agent runs'))
		.map((run) => ({ name: nameOf(run, Date.now()), value: run.id }))
		.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted));
}

function nameOf({ id, createdAtMs, fields }: ListedRun, now: number): string {
	const options = isRecord(fields.options) ? fields.options : {};
	const text = [options.prompt, fields.targetHint].find(
		(candidate) => typeof candidate === 'string' && candidate.trim() !== '',
	);
	const prompt = typeof text === 'string' ? text.replace(/\s+/g, ' ').trim() : id;
	const short =
		prompt.length > MAX_PROMPT_LENGTH ? `${prompt.slice(0, MAX_PROMPT_LENGTH)}…` : prompt;
	const age = createdAtMs > 0 ? `${ageOf(now - createdAtMs)}, ` : '';
	return `${short} (${age}${fields.status as string})`;
}

function ageOf(ms: number): string {
	const minutes = Math.floor(ms / 60_000);
	if (minutes < 1) return 'just now';
	if (minutes < 60) return `${minutes} min ago`;
	const hours = Math.floor(minutes / 60);
	return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}
