import { describe, expect, test } from 'vitest';

import { hasEnded, runEnd } from '../../../nodes/contract/agentOutcome.ts';

const failed = (error?: string) => ({ status: 'failed', creditsUsed: 0, ...(error && { error }) });
const traceError = (code: string, more: object = {}) => ({
	code,
	retryable: false,
	message: code,
	...more,
});

function finished(outcome: string, error?: object, producerSequence = 9): object {
	return { type: 'run.finished', producerSequence, outcome, ...(error && { error }) };
}

describe('hasEnded', () => {
	test.each(['completed', 'failed', 'cancelled'])('says that a %s run is over', (status) => {
		expect(hasEnded(status)).toBe(true);
	});

	test.each(['processing', 'queued', 'COMPLETED', 'complete', '', undefined, null, 1, {}])(
		'does not take the status %j for an end',
		(status) => {
			expect(hasEnded(status)).toBe(false);
		},
	);
});

describe('runEnd of a run with a trace', () => {
	test.each(['failed', 'cancelled', 'credit_limit_reached', 'refused'])(
		'takes the outcome %s from its last event',
		(outcome) => {
			expect(runEnd(failed('Reason'), [finished(outcome)])).toMatchObject({
				outcome,
				reason: 'Reason',
			});
		},
	);

	test('gives every outcome a message, and advice to all but success', () => {
		for (const outcome of ['failed', 'cancelled', 'credit_limit_reached', 'refused']) {
			const { message, advice } = runEnd(failed(), [finished(outcome)]);
			expect(message).toMatch(/^The agent/);
			expect(advice).toMatch(/\.$/);
		}
		expect(runEnd({ status: 'completed' })).toEqual({
			outcome: 'succeeded',
			message: 'The agent run succeeded',
			advice: '',
		});
	});

	test('tells the code of the terminal error, and whether a retry makes sense', () => {
		const error = traceError('internal', { retryable: true, message: 'Broke' });
		expect(runEnd(failed(), [finished('failed', error)])).toMatchObject({
			outcome: 'failed',
			errorCode: 'internal',
			retryable: true,
			reason: 'Broke',
		});
	});

	test('prefers the status’s own words as reason', () => {
		const events = [finished('failed', traceError('internal', { message: 'Trace' }))];
		expect(runEnd(failed('Status'), events).reason).toBe('Status');
	});

	test('does not take an error that the run got over for the cause', () => {
		const events = [
			{
				type: 'error.occurred',
				producerSequence: 3,
				error: traceError('internal', { retryable: true }),
			},
			finished('refused'),
		];
		const end = runEnd(failed(), events);
		expect(end).toMatchObject({ outcome: 'refused' });
		expect(end).not.toHaveProperty('errorCode');
		expect(end).not.toHaveProperty('retryable');
	});

	test('takes the parent’s cause, not that of agents which stopped with it', () => {
		const events = [
			{ type: 'error.occurred', producerSequence: 6, error: traceError('parent_finished') },
			{ type: 'agent.finished', producerSequence: 5, error: traceError('internal') },
			{ type: 'agent.finished', producerSequence: 7, error: traceError('parent_finished') },
			finished('failed'),
		];
		expect(runEnd(failed(), events).errorCode).toBe('internal');
	});

	test('keeps parent_finished where there is nothing else', () => {
		const events = [{ type: 'agent.finished', error: traceError('parent_finished') }];
		expect(runEnd(failed(), events)).toMatchObject({
			outcome: 'failed',
			errorCode: 'parent_finished',
		});
	});

	test('takes the last of several ends by producer order, however the events are sorted', () => {
		const events = [finished('refused', undefined, 8), finished('failed', undefined, 2)];
		expect(runEnd(failed(), events).outcome).toBe('refused');
		expect(runEnd(failed(), [...events].reverse()).outcome).toBe('refused');
	});

	test('reads the outcome from the error’s code where the trace does not tell it', () => {
		const events = [{ type: 'error.occurred', error: traceError('credit_limit_reached') }];
		expect(runEnd(failed(), events)).toMatchObject({
			outcome: 'credit_limit_reached',
			errorCode: 'credit_limit_reached',
		});
	});

	test.each(['toString', 'constructor', '__proto__', 'timed_out', ''])(
		'passes the unknown outcome and code %j for a failure',
		(unknown) => {
			const end = runEnd(failed('Odd'), [finished(unknown, traceError(unknown))]);
			expect(end.outcome).toBe('failed');
			expect(end.message).toBe('The agent run failed');
			expect(end.errorCode).toBe(unknown === '' ? undefined : unknown);
		},
	);

	test('does not call a failed run a success, nor a completed one a failure', () => {
		expect(runEnd(failed(), [finished('succeeded')]).outcome).toBe('failed');
		expect(runEnd({ status: 'completed' }, [finished('failed')]).outcome).toBe('succeeded');
	});

	test('survives events that are none', () => {
		const events = [null, 'text', 5, [], { type: 'run.finished', outcome: 7, error: 'text' }];
		expect(runEnd(failed('Reason'), events)).toMatchObject({ outcome: 'failed', reason: 'Reason' });
	});
});

describe('runEnd of a run without a trace', () => {
	const words: Array<[string, string]> = [
		['Agent was cancelled by the user.', 'cancelled'],
		['Cancellation requested', 'cancelled'],
		['The run was canceled', 'cancelled'],
		['Credit limit reached', 'credit_limit_reached'],
		['Hit maxCredits of 5', 'credit_limit_reached'],
		['The agent refused the task.', 'refused'],
		['The run was cancelled.', 'cancelled'],
		['Agent run has been canceled', 'cancelled'],
		['Cancelled by user', 'cancelled'],
		['The agent run reached its credit limit.', 'credit_limit_reached'],
		['Credit limit reached: the run hit its maxCredits of 5.', 'credit_limit_reached'],
		['This agent has declined to do that', 'refused'],
		['Connection refused', 'failed'],
		['example.com refused to connect', 'failed'],
		['The site refused the request', 'failed'],
		['Login failed: "The customer refused this order"', 'failed'],
		['The order was cancelled on example.com', 'failed'],
		['The task was cancelled because the website was down', 'failed'],
		['Request was canceled', 'failed'],
		["The page says: 'your credit limit was reached'", 'failed'],
		['Could not find the credit limit of the card', 'failed'],
		['connect ECONNREFUSED 10.0.0.1', 'failed'],
		['Page of the cancel button not found', 'failed'],
		['Something broke', 'failed'],
	];

	test.each(words)('takes "%s" for %s', (error, outcome) => {
		expect(runEnd(failed(error))).toMatchObject({ outcome, reason: error });
	});

	test('takes the status cancelled for what it says', () => {
		expect(runEnd({ status: 'cancelled' }).outcome).toBe('cancelled');
	});

	test('knows neither code nor whether a retry makes sense', () => {
		const end = runEnd(failed());
		expect(end).not.toHaveProperty('errorCode');
		expect(end).not.toHaveProperty('retryable');
		expect(end).not.toHaveProperty('reason');
	});
});
