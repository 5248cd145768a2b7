import type { IDataObject } from 'n8n-workflow';

import { ExplainedFailure } from '../messages/explanation';
import { tooManyPages } from '../messages/pageJobs';
import type { PageBudget } from './pageBudget';
import { ResultPages, resultPages, type ResultSource } from './resultPages';
import type { Look } from './runJob';

/** The looks at a batch or crawl read its pages too, which are kept in memory anyway. */
export class ReadingLook implements Look {
	readonly pages = new ResultPages();

	/** Whether more pages have come than n8n can keep as items. */
	isFull = false;

	constructor(private readonly budget: PageBudget) {}

	qs(): IDataObject {
		return this.pages.qs();
	}

	take(answer: IDataObject): void {
		const { documents } = this.pages;
		const known = documents.length;
		this.pages.take(answer);
		this.count(documents.slice(known));
	}

	/**
	 * Reads what the looks have left.
	 *
	 * @returns all documents of the job
	 * @throws RequestFailure
	 * @throws ExplainedFailure where there are too many of them
	 */
	async readRest(noun: string, jobId: string, source: ResultSource): Promise<IDataObject[]> {
		const { documents } = this.pages;
		this.check(noun, jobId);
		for await (const page of resultPages(source, this.pages)) {
			documents.push(...page);
			this.count(page);
			this.check(noun, jobId);
		}
		return documents;
	}

	/** @throws ExplainedFailure where it is full */
	check(noun: string, jobId: string): void {
		const { length } = this.pages.documents;
		if (this.isFull) throw new ExplainedFailure(tooManyPages(noun, jobId, length));
	}

	/** Where the pages do not leave the node. */
	giveUp(): void {
		this.budget.giveBack(this.pages.documents);
	}

	/** The job that needs more than is left is given up at once, so that the others keep theirs. */
	private count(documents: readonly IDataObject[]): void {
		if (this.budget.take(documents)) return;
		this.isFull = true;
		this.giveUp();
	}
}
