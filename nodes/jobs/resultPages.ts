import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../contract/checks';
import {
	hasJobEnded,
	jobState,
	nextPage,
	pageFailures,
	pagesRead,
	type PageFailure,
	type PagePosition,
} from '../contract/jobPages';
import { explain } from '../messages/explain';
import type { Explanation } from '../messages/explanation';
import type { Call, RequestLimits } from '../operation/call';
import { RequestFailure } from '../transport/failure';
import type { RequestKind } from '../transport/requestKind';
import { requireField } from '../transport/requireField';
import type { Look } from './runJob';

/** A batch or crawl whose results are read. */
export interface ResultSource {
	call: Call;
	/** Kind of the requests that read it. */
	kind: RequestKind;
	/** Route of its status. */
	path: string;
	limits?: RequestLimits;
}

/**
 * The results of a batch or crawl, as they are read page by page (service, C2). The looks at a job
 * that works can read them, too, so that little is left to read at its end.
 */
export class ResultPages implements Look {
	/** Those read by looks at the job, in the order in which the service gives them. */
	readonly documents: IDataObject[] = [];

	/** How the job stood when it was read last. What an answer leaves out is as it was before. */
	status: IDataObject = {};

	/** How many pages the job has read, as far as its answers tell or hold them. */
	completed = 0;

	/** Where the next page begins; undefined after the last one. */
	private next: PagePosition | undefined;

	/** Where the reading has come to. */
	private position: PagePosition;

	/** Ids of the scrapes of which the documents came. */
	private readonly known = new Set<string>();

	/** How many different documents were read. */
	private count = 0;

	/** Whether pages were read while the job worked, when their order may still have changed. */
	private mayHaveMissed = false;

	/** @param limit how many documents a page has at most; the service's own choice where left out */
	constructor(limit?: number) {
		this.position = { skip: 0, ...(limit !== undefined && { limit }) };
		this.next = this.position;
	}

	/** Query that asks for the next page. */
	qs(): IDataObject {
		const { skip, limit } = this.next ?? this.position;
		return { ...(skip > 0 && { skip }), ...(limit !== undefined && { limit }) };
	}

	/** Takes what a look at a job has found. */
	take(answer: IDataObject): void {
		this.documents.push(...this.read(answer));
		// As long as the job works, more may come where the reading has ended.
		if (!hasJobEnded(this.status.status)) this.next ??= this.position;
	}

	/**
	 * Takes a page, and finds where the next one begins.
	 *
	 * @returns its documents, but for those that an earlier page had
	 */
	read(answer: IDataObject): IDataObject[] {
		const { data, next } = answer;
		this.status = { ...this.status, ...jobState(answer) };
		const { status } = this;
		const all = Array.isArray(data) ? (data.filter(isRecord) as IDataObject[]) : [];
		const fresh = all.filter((document) => this.isNew(document));
		this.count += fresh.length;
		this.completed = Math.max(this.completed, pagesRead(answer), this.count);
		const at = this.next ?? this.position;
		this.position = { ...at, skip: at.skip + all.length };
		this.next = nextPage(next, at, all.length);
		if (hasJobEnded(status.status)) return fresh;
		this.mayHaveMissed = true;
		// While a job works its pages have a `next` always, the last one so far as well.
		if (this.position.skip >= Number(status.completed)) this.next = undefined;
		return fresh;
	}

	/** Whether there is another page; after an incomplete reading, the first one again. */
	hasMore(): boolean {
		if (this.next) return true;
		const total = Number(this.status.completed);
		if (!this.mayHaveMissed || !hasJobEnded(this.status.status)) return false;
		this.mayHaveMissed = false;
		// Without ids nothing tells which documents were there before.
		if (!(this.count < total) || this.known.size < this.count) return false;
		this.next = { ...this.position, skip: 0 };
		return true;
	}

	private isNew({ metadata }: IDataObject): boolean {
		const id = isRecord(metadata) ? metadata.scrapeId : undefined;
		if (typeof id !== 'string') return true;
		if (this.known.has(id)) return false;
		this.known.add(id);
		return true;
	}
}

/**
 * Reads the results of a batch or crawl, page by page: of one that works those that are there so far.
 *
 * @param pages what was read of it before
 * @returns documents as the service gives them, a list for each page
 * @throws RequestFailure
 */
export async function* resultPages(
	{ call, kind, path, limits }: ResultSource,
	pages = new ResultPages(),
): AsyncGenerator<IDataObject[]> {
	while (pages.hasMore()) {
		const answer = await call.send(kind, { method: 'GET', path, qs: pages.qs() }, limits);
		requireField(answer, 'status', 'text', 'status of a job');
		const documents = pages.read(answer);
		if (documents.length > 0) yield documents;
	}
}

/**
 * The pages that a batch or crawl could not read.
 *
 * @throws RequestFailure
 */
export async function readPageFailures({
	call,
	kind,
	path,
	limits,
}: ResultSource): Promise<PageFailure[]> {
	const answer = await call.send(kind, { method: 'GET', path: `${path}/errors` }, limits);
	const wrapped = isRecord(answer.data) ? answer.data : answer;
	requireField(wrapped, 'errors', 'list', 'list of failed pages');
	return pageFailures(answer);
}

/** What is known of the pages that a job could not read. */
export interface KnownFailures {
	failures: PageFailure[];
	/** Why their list could not be read, where it could not. */
	unread?: Explanation;
}

/**
 * As `readPageFailures`, beside pages that were read and paid for: a list that cannot be read is no
 * reason to lose them.
 *
 * @throws the signal's reason where the execution was stopped
 */
export async function knownPageFailures(source: ResultSource): Promise<KnownFailures> {
	return await readPageFailures(source).then(
		(failures) => ({ failures }),
		(error: unknown) => {
			source.call.execution.signal.throwIfAborted();
			if (!(error instanceof RequestFailure)) throw error;
			return { failures: [], unread: explain(error) };
		},
	);
}
