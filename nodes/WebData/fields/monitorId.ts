import type { INodeProperties } from 'n8n-workflow';

import { uuidOf } from '../../contract/uuid';
import type { Input } from '../../operation/input';

/** The monitor that an operation works on. */
export const monitorId: INodeProperties = {
	displayName: 'Monitor',
	name: 'monitorId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The monitor to work on, picked from the list or given by its monitorId',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a monitor...',
			typeOptions: { searchListMethod: 'searchMonitors', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 01a1ff35-458b-73fd-be8b-929b97364ad7',
		},
	],
};

/** The check of a monitor that an operation reads. */
export const checkId: INodeProperties = {
	displayName: 'Check',
	name: 'checkId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: "The check to read, picked from the monitor's latest ones or given by its checkId",
	typeOptions: { loadOptionsDependsOn: ['monitorId.value'] },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a check...',
			typeOptions: { searchListMethod: 'searchMonitorChecks', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. {{ $json.checkId }}',
		},
	],
};

/** @throws FieldError when it is not a UUID */
export function monitorIdOf(input: Input): string {
	return uuidOf(input.locator('monitorId'), 'monitorId', 'a monitor');
}

/** @throws FieldError when it is not a UUID */
export function checkIdOf(input: Input): string {
	return uuidOf(input.locator('checkId'), 'checkId', 'a check');
}
