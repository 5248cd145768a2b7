import type { INodeProperties } from 'n8n-workflow';

import { wholeNumber } from '../../contract/checks';
import type { Input } from '../../operation/input';

const DEFAULT_LIMIT = 50;

/**
 * How many entries of a list to return.
 *
 * @param show when the fields are shown
 * @param returnAll whether all are returned by default
 */
export function limitFields(show: Record<string, string[]>, returnAll = false): INodeProperties[] {
	return [
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			...(returnAll && { default: true }),
			description: 'Whether to return all results or only up to a given limit',
			displayOptions: { show },
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 50,
			description: 'Max number of results to return',
			displayOptions: { show: { ...show, returnAll: [false] } },
		},
	];
}

/** @returns Infinity for all of them */
export function readLimit(input: Input): number {
	if (input.flag('returnAll', false)) return Number.POSITIVE_INFINITY;
	return wholeNumber(1)('limit', input.parameter('limit', DEFAULT_LIMIT));
}
