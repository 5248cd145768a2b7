import type { IDataObject } from 'n8n-workflow';

import { ExplainedFailure } from '../messages/explanation';
import { tooManyPages } from '../messages/pageJobs';
import type { Call } from '../operation/call';

/**
 * So much JSON may leave a node as items. n8n's editor shows nothing of more, and an execution with
 * five times as much can never be saved (engine facts 2, 3).
 */
const MAX_JSON = 100 * 1024 * 1024;

/** What the pages of a node execution need as items. All its jobs share it. */
export class PageBudget {
	private size = 0;

	/** Documents that were counted. Looks at a job and the reading of its results share some. */
	private readonly counted = new WeakSet<IDataObject>();

	/** The one of a node execution. */
	static of({ execution: { shared } }: Call): PageBudget {
		const known = shared.get('pageBudget') as PageBudget | undefined;
		const budget = known ?? new PageBudget();
		shared.set('pageBudget', budget);
		return budget;
	}

	take(documents: readonly IDataObject[]): void {
		for (const document of documents) {
			if (this.counted.has(document)) continue;
			this.counted.add(document);
			this.size += jsonLength(document);
		}
	}

	get isSpent(): boolean {
		return this.size > MAX_JSON;
	}

	/**
	 * @param pages how many pages of the job were read
	 * @throws ExplainedFailure where there are too many of them
	 */
	check(noun: string, jobId: string, pages: number): void {
		if (this.isSpent) throw new ExplainedFailure(tooManyPages(noun, jobId, pages));
	}
}

/** About how many characters a value has as JSON. To write it out would take far longer. */
function jsonLength(value: unknown): number {
	if (typeof value === 'string') return value.length + 2;
	if (typeof value !== 'object' || value === null) return 5;
	let length = 2;
	for (const [name, entry] of Object.entries(value)) length += name.length + 4 + jsonLength(entry);
	return length;
}
