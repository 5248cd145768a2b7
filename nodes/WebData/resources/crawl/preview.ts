import type {
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { isRecord } from '../../../contract/checks';
import { previewRequest, proposedOptions } from '../../../contract/requests/crawl';
import type { Call } from '../../../operation/call';
import type { Input } from '../../../operation/input';
import { operation } from '../../../operation/operation';
import { unexpectedAnswer } from '../../../transport/requireField';
import { requestOptionsField } from '../../fields/requestOptions';
import { urlField } from '../../fields/urlField';
import { PREVIEW } from './requests';

const show = { resource: ['crawl'], operation: ['preview'] };

/** Service, C3. */
export const previewFields: INodeProperties[] = [
	urlField(show),
	{
		displayName: 'Prompt',
		name: 'prompt',
		type: 'string',
		typeOptions: { rows: 3 },
		required: true,
		default: '',
		placeholder: 'e.g. Only the product pages, without the archive',
		description: 'Which pages to read, in your own words, at most 10,000 characters',
		displayOptions: { show },
	},
	requestOptionsField(show),
];

export const preview: INodePropertyOptions = {
	name: 'Preview',
	value: 'preview',
	action: 'Preview the options of a crawl',
	description:
		'See which crawl options the service makes of a description, before anything is read',
	routing: operation({ fields: previewFields, read: selectionOf, work: previewOptions }),
};

function selectionOf(input: Input): ReturnType<typeof previewRequest> {
	return previewRequest(input.parameter('url', ''), input.parameter('prompt', ''));
}

/** One item with options under the names of Start, so that its fields can be filled from it. */
async function previewOptions(
	call: Call,
	body: ReturnType<typeof previewRequest>,
): Promise<INodeExecutionData[]> {
	const request = { method: 'POST', path: '/v2/crawl/params-preview', body } as const;
	const { data, warning } = await call.send(PREVIEW, request);
	if (!isRecord(data)) throw unexpectedAnswer('options of a crawl');
	const options = proposedOptions(data) as IDataObject;
	return [{ json: { url: body.url, ...options, ...(warning !== undefined && { warning }) } }];
}
