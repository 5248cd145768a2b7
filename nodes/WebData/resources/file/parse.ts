import type {
	IBinaryData,
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import {
	checkFileSize,
	DEFAULT_TIMEOUT_MS,
	FILE_FORMATS,
	FILE_OPTIONS,
	fileKind,
	parseOptions,
	type FileKind,
} from '../../../contract/requests/parse';
import { longestScrapeMs } from '../../../contract/requests/scrapeOptions';
import type { Call } from '../../../operation/call';
import type { Input } from '../../../operation/input';
import { InputFile, toldSize } from '../../../operation/inputFile';
import { operation } from '../../../operation/operation';
import { scrapeIdOf } from '../../../operation/pageItem';
import { untilProcessed } from '../../../operation/untilProcessed';
import { streamedForm } from '../../../transport/form';
import { TIMEOUT_MARGIN_MS, type RequestKind } from '../../../transport/requestKind';
import { requireField } from '../../../transport/requireField';
import { formatFields, readFormats } from '../../fields/formats';
import { ifCreditsLeft, minCredits } from '../../fields/minCredits';
import { requestOptionsField } from '../../fields/requestOptions';
import { readScrapeOptions } from '../../fields/scrapeOptions';
import { fileOptionsField } from './fileOptions';

const show = { resource: ['file'], operation: ['parse'] };

/** Service, E. */
export const parseFields: INodeProperties[] = [
	{
		displayName: 'Input Binary Field',
		name: 'binaryPropertyName',
		type: 'string',
		required: true,
		default: 'data',
		placeholder: 'e.g. data',
		description:
			'Name of the field of the item that holds the file: PDF, Word, Excel, PowerPoint, OpenDocument, RTF, EPUB, CSV or HTML, and for some accounts images; at most 50 MB',
		hint: 'A file costs a credit, a PDF file one for each of its pages',
		displayOptions: { show },
	},
	...formatFields(show, {
		description: 'In which forms to return the file; each becomes a field of the item',
		allowed: FILE_FORMATS,
	}),
	fileOptionsField(show),
	requestOptionsField(show, [minCredits]),
];

export const parse: INodePropertyOptions = {
	name: 'Parse',
	value: 'parse',
	action: 'Parse a file',
	description: 'Turn a document, a table or a saved page into text or data',
	routing: operation(ifCreditsLeft({ fields: parseFields, read: selectionOf, work: parseFile })),
};

const PARSE: RequestKind = {
	rateLimit: 'scrape',
	repeatable: 'costsAgain',
	timeout: 0,
	ifTooLarge: 'Ask for fewer formats.',
};

interface Selection {
	binary: IBinaryData;
	kind: FileKind;
	/** The part of that name, as JSON. */
	options: string;
	/** Milliseconds. */
	timeout: number;
}

function selectionOf(input: Input): Selection {
	const binary = input.file('binaryPropertyName');
	const kind = fileKind('binaryPropertyName', { name: binary.fileName, type: binary.mimeType });
	const size = toldSize(binary);
	if (size !== undefined) checkFileSize('binaryPropertyName', kind.name, size);
	const scrapeOptions = readScrapeOptions(input, FILE_OPTIONS);
	const options = parseOptions(readFormats(input, FILE_FORMATS), scrapeOptions);
	return {
		binary,
		kind,
		options: JSON.stringify(options),
		timeout: longestScrapeMs({ timeout: DEFAULT_TIMEOUT_MS, ...scrapeOptions }) + TIMEOUT_MARGIN_MS,
	};
}

async function parseFile(call: Call, selection: Selection): Promise<INodeExecutionData[]> {
	const { binary, kind, options, timeout } = selection;
	const file = await InputFile.of(binary, kind, call.item.helpers);
	checkFileSize('binaryPropertyName', file.name, file.size);
	const body = streamedForm([
		['options', options],
		['file', file],
	]);
	const request = { method: 'POST', path: '/v2/parse', body, timeout } as const;
	const answer = await untilProcessed(call, PARSE, request).catch((error: unknown) => {
		throw file.failureOf(error);
	});
	return [{ json: fileItem(file.name, answer) }];
}

/** As the item of a page, with the file's name in place of an address. */
function fileItem(fileName: string, answer: IDataObject): IDataObject {
	const document = requireField(answer, 'data', 'object', 'file');
	const jobId = scrapeIdOf(document);
	const { warning } = answer;
	return {
		fileName,
		...document,
		...(typeof warning === 'string' && { warning }),
		...(jobId !== undefined && { jobId }),
	};
}
