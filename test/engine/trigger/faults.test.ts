import { faultMatrix } from '../faults/matrix.ts';
import { tryPoll } from './pollCell.ts';

faultMatrix(
	import.meta.url,
	{
		'list of runs': { isPoll: true, tryRow: async (row) => await tryPoll('list', row) },
		'status of a run': { isPoll: true, tryRow: async (row) => await tryPoll('status', row) },
	},
	{
		except: {
			// A status of the wrong type is not an end yet.
			'fields of the wrong type': { 'status of a run': 'works' },
			// The run is unknown for now, and looked for again.
			'404 Not Found': { 'status of a run': 'works' },
			'404 Agent job not found': { 'status of a run': 'works' },
			'404 Snapshot not found': { 'status of a run': 'works' },
		},
	},
);
