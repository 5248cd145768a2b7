import type { INodeProperties } from 'n8n-workflow';

import { uuidOf } from '../../contract/uuid';
import type { Input } from '../../operation/input';

/** The batch scrape that an operation works on. */
export const batchScrapeId: INodeProperties = {
	displayName: 'Batch Scrape',
	name: 'jobId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description:
		'The batch scrape to work on, picked from those of the last day or given by the jobId that Start returned',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a batch scrape...',
			typeOptions: { searchListMethod: 'searchBatchScrapes', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 0190c6f1-6c2b-7d3e-8a4f-5b6c7d8e9f00',
		},
	],
};

/** @throws FieldError when it is not a UUID */
export function batchScrapeIdOf(input: Input): string {
	return uuidOf(input.locator('jobId'), 'jobId', 'a batch scrape');
}
