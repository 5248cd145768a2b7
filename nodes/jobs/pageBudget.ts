import type { IDataObject } from 'n8n-workflow';

import type { Call } from '../operation/call';

/**
 * So much JSON may leave a node as items. n8n's editor shows nothing of more, and an execution with
 * five times as much can never be saved (engine facts 2, 3).
 */
const MAX_JSON = 100 * 1024 * 1024;

/** What the pages of a node execution need as items. All its jobs share it. */
export class PageBudget {
	private size = 0;

	/** Sizes of the documents that count. Looks at a job and the reading of its results share some. */
	private readonly sizes = new WeakMap<IDataObject, number>();

	/** The one of a node execution. */
	static of({ execution: { shared } }: Call): PageBudget {
		const known = shared.get('pageBudget') as PageBudget | undefined;
		const budget = known ?? new PageBudget();
		shared.set('pageBudget', budget);
		return budget;
	}

	/** Counts documents that are to leave the node. @returns whether all can */
	take(documents: readonly IDataObject[]): boolean {
		for (const document of documents) {
			if (this.sizes.has(document)) continue;
			const size = jsonLength(document);
			this.sizes.set(document, size);
			this.size += size;
		}
		return this.size <= MAX_JSON;
	}

	/** Counts documents no more, which do not leave the node after all: others have their room. */
	giveBack(documents: readonly IDataObject[]): void {
		for (const document of documents) {
			this.size -= this.sizes.get(document) ?? 0;
			this.sizes.delete(document);
		}
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
