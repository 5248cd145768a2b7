import type {
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { isRecord } from '../../../contract/checks';
import type { Call } from '../../../operation/call';
import { inReadingOrder } from '../../../operation/columns';
import { operation } from '../../../operation/operation';
import { requireField } from '../../../transport/requireField';
import { limitFields, readLimit } from '../../fields/limit';
import { requestOptionsField } from '../../fields/requestOptions';
import { READ } from './requests';

const show = { resource: ['crawl'], operation: ['getAll'] };

/** Service, C3. */
export const getAllFields: INodeProperties[] = [...limitFields(show), requestOptionsField(show)];

export const getAll: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many crawls',
	description: "List the team's crawls that are at work",
	routing: operation({ fields: getAllFields, read: readLimit, work: listCrawls }),
};

async function listCrawls(call: Call, most: number): Promise<INodeExecutionData[]> {
	const answer = await call.send(READ, { method: 'GET', path: '/v2/crawl/active' });
	const crawls = requireField(answer, 'crawls', 'list', 'list of crawls');
	return crawls
		.filter(isRecord)
		.slice(0, most)
		.map((crawl) => ({ json: itemOf(crawl as IDataObject) }));
}

/** A crawl under the names that other items use. */
function itemOf({ id, created_at: createdAt, ...crawl }: IDataObject): IDataObject {
	const fields = { ...crawl, ...(createdAt !== undefined && { createdAt }), jobId: id };
	return inReadingOrder(fields, ['url', 'createdAt'], ['options', 'teamId', 'jobId']);
}
