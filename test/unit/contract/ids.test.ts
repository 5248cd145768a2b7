import { describe, expect, test } from 'vitest';

import { agentRequest, snapshotIdOf } from '../../../nodes/contract/requests/agentRun.ts';
import { uuidOf } from '../../../nodes/contract/uuid.ts';

const ID = '0190c6f1-6c2b-7d3e-8a4f-5b6c7d8e9f00';

describe('agentRequest', () => {
	test('leaves out whatever was left empty', () => {
		const body = {
			prompt: 'Find',
			urls: [],
			model: '',
			threadId: ' ',
			maxCredits: '',
			webhook: null,
		};
		expect(agentRequest(body)).toEqual({ prompt: 'Find' });
	});

	test('passes on no field that the contract does not have', () => {
		expect(agentRequest({ prompt: 'Find', origin: 'me', apiKey: 'secret' })).toEqual({
			prompt: 'Find',
		});
	});

	test('names the field and the rule that it breaks', () => {
		expect(() => agentRequest({ prompt: 'Find', maxCredits: -1 })).toThrow(
			'maxCredits must be a number above zero',
		);
	});

	test('keeps the prompt exactly as it was written', () => {
		expect(agentRequest({ prompt: '  a\n' })).toEqual({ prompt: '  a\n' });
	});
});

describe('uuidOf', () => {
	test.each([ID, ID.toUpperCase(), ` ${ID}\n`])('takes the UUID %j', (id) => {
		expect(uuidOf(id, 'jobId', 'an agent run')).toBe(id.trim());
	});

	test.each(['', 'x', ID.slice(1), `${ID}0`, `${ID}\n/trace`, ID.replaceAll('-', ''), 5, null, {}])(
		'refuses %j',
		(id) => {
			expect(() => uuidOf(id, 'jobId', 'an agent run')).toThrow(
				'jobId must be the id of an agent run, which is a UUID',
			);
		},
	);
});

describe('snapshotIdOf', () => {
	test.each(['snap_1', 'a/../b', '...', 'ä'])('takes %j, which is encoded later', (id) => {
		expect(snapshotIdOf(id)).toBe(id);
	});

	test.each(['', ' ', '.', '..', ' .. ', '\ud800', 5, null])('refuses %j', (id) => {
		expect(() => snapshotIdOf(id)).toThrow('snapshotId must be the id of a snapshot');
	});
});
