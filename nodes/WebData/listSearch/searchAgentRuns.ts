import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { hasEnded } from '../../contract/agentOutcome';
import { isRecord } from '../../contract/checks';
import { nextPage, runsOfPage, type ListedRun } from '../../contract/runList';
import { ExplainedFailure } from '../../messages/explanation';
import { CANNOT_LIST_RUNS } from '../../messages/missingRoutes';
import { isMissingRoute } from '../../transport/missingRoute';
import { readRoute } from '../../transport/request';
import { requireField } from '../../transport/requireField';
import { READ } from '../resources/agentRun/requests';
import { readableTime } from './readableTime';
import { searchResult } from './searchResult';

const MAX_PROMPT_LENGTH = 60;

/** Pages that one search looks through for a match. */
const MAX_PAGES = 10;

/**
 * The list of recent runs behind the field Agent Run.
 *
 * @param filter text that the time, the prompt, the status or the id has to contain
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
			const page = await readPage(this, before);
			results.push(...matching(page, wanted, this.getTimezone()));
			before = nextPage(page, before);
			if (before === undefined) return { results };
		}
		return { results, paginationToken: String(before) };
	});
}

async function readPage(
	context: ILoadOptionsFunctions,
	before: number | undefined,
): Promise<Record<string, unknown>> {
	const qs = before ? { before } : {};
	try {
		const page = await readRoute(context, READ, '/v2/agent', { qs });
		requireField(page, 'agents', 'list', 'list of agent runs');
		return page;
	} catch (error) {
		throw isMissingRoute(error) ? new ExplainedFailure(CANNOT_LIST_RUNS) : error;
	}
}

function matching(
	page: Record<string, unknown>,
	wanted: string,
	timeZone: string,
): INodeListSearchItems[] {
	return runsOfPage(page)
		.map((run) => ({ run, name: nameOf(run, timeZone) }))
		.filter(({ run: { id, fields }, name }) =>
			`${name} ${fields.status as string} ${id}`.toLowerCase().includes(wanted),
		)
		.map(({ run: { id }, name }) => ({ name, value: id }));
}

/**
 * A run as "2026-11-21 14:03, completed: its prompt". n8n keeps this text in the workflow for ever,
 * so it says nothing that time makes wrong: of a run under way only that it was started.
 */
function nameOf({ id, createdAtMs, fields }: ListedRun, timeZone: string): string {
	const status = hasEnded(fields.status) ? (fields.status as string) : 'started';
	const when = createdAtMs > 0 ? [readableTime(createdAtMs, timeZone), status] : [status];
	return `${when.join(', ')}: ${taskOf(fields) ?? id}`;
}

/** The beginning of a run's prompt, or of what else the service tells of its task. */
function taskOf({ options, targetHint }: ListedRun['fields']): string | undefined {
	const text = [isRecord(options) ? options.prompt : undefined, targetHint]
		.filter((candidate) => typeof candidate === 'string')
		.map((candidate) => candidate.replace(/\s+/g, ' ').trim())
		.find(Boolean);
	return text !== undefined && text.length > MAX_PROMPT_LENGTH
		? `${text.slice(0, MAX_PROMPT_LENGTH)}…`
		: text;
}
