import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { ExplainedFailure } from '../../messages/explanation';
import { paidPage } from '../../messages/file';
import { pageErrorStatus } from '../../messages/page';
import type { Call } from '../../operation/call';
import { downloadFiles } from '../../operation/downloadFiles';
import type { Input } from '../../operation/input';
import { addressOf, errorStatusOf, pageItem, scrapeIdOf } from '../../operation/pageItem';

export const downloadFilesField: INodeProperties = {
	displayName: 'Download Files',
	name: 'downloadFiles',
	type: 'boolean',
	default: false,
	description:
		'Whether to fetch the screenshots, PDFs, audio and video that the result links to, as binary data of the item. Each may have 100 MB at most; the links die after an hour or a day.',
};

export const onPageError: INodeProperties = {
	displayName: 'If a Page Is an Error',
	name: 'onPageError',
	type: 'options',
	default: 'returnPage',
	description:
		'What happens when a website answers with an error, such as 404. It is billed all the same.',
	options: [
		{
			name: 'Return the Page',
			value: 'returnPage',
			description: 'An item with what the page shows, and its status in metadata.statusCode',
		},
		{
			name: 'Treat It as an Error',
			value: 'error',
			description: 'The item fails and names the status',
		},
	],
};

/** How pages leave the node. */
export interface PageOutput {
	onPageError: 'returnPage' | 'error';
	downloadFiles: boolean;
}

/** @throws FieldError */
export function readPageOutput(input: Input): PageOutput {
	return {
		onPageError: input.oneOf('options.onPageError', 'returnPage', 'error'),
		downloadFiles: input.flag('options.downloadFiles', false),
	};
}

/**
 * A page as the user wants it to leave the node.
 *
 * @param origin the address asked for, and the job that read the page
 * @throws ExplainedFailure where the page counts as an error, or one of its files is missing
 */
export async function pageOutput(
	call: Call,
	document: IDataObject,
	output: PageOutput,
	origin: { url?: string; jobId?: string },
): Promise<INodeExecutionData> {
	const status = errorStatusOf(document);
	if (status !== undefined && output.onPageError === 'error') {
		const { url = addressOf(document) ?? '', jobId = scrapeIdOf(document) } = origin;
		throw new ExplainedFailure(pageErrorStatus(url, status, { ...(jobId && { jobId }) }));
	}
	const binary = output.downloadFiles ? await filesOf(call, document, origin.jobId) : undefined;
	return { json: pageItem(document, origin), ...(binary && { binary }) };
}

/** @throws ExplainedFailure where a file is missing, with the id by which the page can be read again */
async function filesOf(call: Call, document: IDataObject, jobId = scrapeIdOf(document)) {
	return await downloadFiles(call, document).catch((error: unknown) => {
		if (!(error instanceof ExplainedFailure) || jobId === undefined) throw error;
		throw new ExplainedFailure(paidPage(error.explanation, jobId));
	});
}
