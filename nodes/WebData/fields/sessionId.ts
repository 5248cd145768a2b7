import type { INodeProperties } from 'n8n-workflow';

import { pathId } from '../../contract/pathId';
import type { Input } from '../../operation/input';

/** The browser session that an operation works in. */
export const sessionId: INodeProperties = {
	displayName: 'Browser Session',
	name: 'sessionId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'id', value: '' },
	description: 'The session to work in, given by the sessionId that Open returned',
	modes: [
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. {{ $json.sessionId }}',
		},
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a session...',
			typeOptions: { searchListMethod: 'searchBrowserSessions', searchable: true },
		},
	],
};

/** @throws FieldError when it is no id */
export function sessionIdOf(input: Input): string {
	return pathId(input.locator('sessionId'), 'sessionId', 'a browser session');
}
