import type { IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { jobIdOf } from '../../contract/agentRequest';

/** The agent run that an operation works on. */
export const jobId: INodeProperties = {
	displayName: 'Agent Run',
	name: 'jobId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description:
		'The run to work on, picked from the recent ones or given by the jobId that Start returned',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a run...',
			typeOptions: { searchListMethod: 'searchAgentRuns', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 0190c6f1-6c2b-7d3e-8a4f-5b6c7d8e9f00',
		},
	],
};

/**
 * The job id of an item.
 *
 * @throws FieldError when it is not a UUID
 */
export function jobIdParameter(item: Pick<IExecuteSingleFunctions, 'getNodeParameter'>): string {
	return jobIdOf(item.getNodeParameter('jobId', '', { extractValue: true }));
}
