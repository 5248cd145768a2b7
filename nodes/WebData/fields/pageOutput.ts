import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { FieldError } from '../../contract/checks';
import { ExplainedFailure, type Explanation } from '../../messages/explanation';
import { missingFile, missingFilesNote } from '../../messages/file';
import { pageErrorStatus } from '../../messages/page';
import type { Call } from '../../operation/call';
import { inReadingOrder } from '../../operation/columns';
import { downloadFiles, type DownloadedFiles } from '../../operation/downloadFiles';
import type { Input } from '../../operation/input';
import {
	addressOf,
	errorStatusOf,
	pageItem,
	scrapeIdOf,
	type PageOrigin,
} from '../../operation/pageItem';

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
	/** Whether a page of which a file is missing is an error, provided that its id reads it again. */
	needsFiles?: boolean;
}

const NO_FILES: DownloadedFiles = { missing: [] };

/** @throws FieldError */
export function readPageOutput(input: Input): PageOutput {
	return {
		onPageError: input.oneOf('options.onPageError', 'returnPage', 'error'),
		downloadFiles: input.flag('options.downloadFiles', false),
	};
}

/**
 * Whether the pages of a job leave the node as items or in a file.
 *
 * @throws FieldError where something is wanted that only items have
 */
export function readOutputForm(
	input: Input,
	{ downloadFiles: withFiles, onPageError: onError }: PageOutput,
): 'items' | 'file' {
	const form = input.oneOf('options.output', 'items', 'file');
	if (form === 'items') return form;
	if (withFiles) throw new FieldError('downloadFiles', 'needs Items as Output', true);
	if (onError === 'returnPage') return form;
	throw new FieldError('onPageError', 'must be Return the Page where Output is File', onError);
}

/**
 * A page as the user wants it to leave the node. It has been paid for, so that it leaves without a
 * file that cannot be had, and says so in `fileError`.
 *
 * @param origin the address asked for, and the job that read the page
 * @throws ExplainedFailure where the page counts as an error
 */
export async function pageOutput(
	call: Call,
	document: IDataObject,
	output: PageOutput,
	origin: PageOrigin,
): Promise<INodeExecutionData> {
	const failure = pageFailure(document, output, origin);
	if (failure) throw new ExplainedFailure(failure);
	const { binary, missing } = output.downloadFiles ? await downloadFiles(call, document) : NO_FILES;
	const page = pageItem(document, origin);
	const [first] = missing;
	const files = binary && { binary };
	if (!first) return { json: page, ...files };
	const scrapeId = scrapeIdOf(document);
	if (output.needsFiles === true && scrapeId !== undefined) {
		throw new ExplainedFailure(missingFile(first, scrapeId));
	}
	// Under the name `error` n8n's Retry On Fail would take it for a failed node, and pay again.
	const fileError = missingFilesNote(missing);
	return { json: inReadingOrder({ ...page, fileError }, ['url', 'fileError'], []), ...files };
}

/** Why a page that the website answered with an error is none; undefined where it is a result. */
export function pageFailure(
	document: IDataObject,
	{ onPageError }: Pick<PageOutput, 'onPageError'>,
	{ url = addressOf(document) ?? '', jobId = scrapeIdOf(document) }: PageOrigin,
): Explanation | undefined {
	const status = errorStatusOf(document);
	if (status === undefined || onPageError === 'returnPage') return undefined;
	return pageErrorStatus(url, status, { ...(jobId && { jobId }) });
}
