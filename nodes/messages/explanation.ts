import type { IDataObject } from 'n8n-workflow';

/** What a user is told of a failure: in the error panel, or as an item under Continue On Fail. */
export interface Explanation {
	/** What happened. */
	message: string;
	/** Why, and what to do. */
	description: string;
	/** Status of an error answer. */
	httpCode?: string;
	/** Facts for the branches of a workflow. */
	details: IDataObject;
}

/** n8n takes an execution for a stopped one, not for a failed one, by the word "canceled". */
export const STOPPED: Explanation = {
	message: 'The execution was canceled',
	description: 'It was stopped before this node had finished.',
	details: {},
};

/** An operation that failed for a reason of its own, although its requests were answered. */
export class ExplainedFailure extends Error {
	constructor(readonly explanation: Explanation) {
		super(explanation.message);
	}
}
