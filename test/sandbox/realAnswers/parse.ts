import type { Difference } from './recorded.ts';

/** Where the stand-in's answer to an upload differs on purpose. */
export const parseDifferences: Record<string, Difference> = {
	'parse: csv': {
		instead: { status: 200, fields: ['data', 'success'], code: undefined, error: undefined },
		reason: 'the parser for tables was absent on the machine that was recorded',
	},
};
