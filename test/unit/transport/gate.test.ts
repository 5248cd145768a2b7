import { randomUUID } from 'node:crypto';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { sharedGate, Slots, type Gate } from '../../../nodes/transport/gate.ts';

beforeEach(() => {
	vi.useFakeTimers();
});

afterEach(() => {
	vi.useRealTimers();
});

const newGate = (): Gate => sharedGate(randomUUID(), 'map');

/** Lets `count` requests ask to enter; tells how many are in. */
function asking(gate: Gate, slots: Slots, count: number, signal?: AbortSignal): { inside: number } {
	const state = { inside: 0 };
	for (let asked = 0; asked < count; asked++) {
		gate.enter(slots, false, signal).then(
			() => state.inside++,
			() => undefined,
		);
	}
	return state;
}

async function pass(ms: number): Promise<void> {
	await vi.advanceTimersByTimeAsync(ms);
}

describe('a gate', () => {
	test('halves what is in flight when it reopens, and widens with success', async () => {
		const gate = newGate();
		const slots = new Slots(8);
		const state = asking(gate, slots, 100);
		await pass(1);
		expect(state.inside).toBe(8);

		gate.refused(1000);
		for (let left = 0; left < 8; left++) void gate.leave(slots);
		await pass(999);
		expect(state.inside).toBe(8);
		await pass(1);
		expect(state.inside).toBe(8 + 4);

		for (let accepted = 0; accepted < 10; accepted++) gate.accepted();
		void gate.leave(slots);
		await pass(1);
		expect(state.inside).toBe(12 + 2);
	});

	test('counts refusals while it is closed only once', async () => {
		const gate = newGate();
		const slots = new Slots(8);
		const state = asking(gate, slots, 100);
		await pass(1);
		for (let refused = 0; refused < 8; refused++) {
			gate.refused(1000);
			void gate.leave(slots);
		}
		await pass(1000);
		expect(state.inside).toBe(8 + 4);
	});

	test('stays closed for the longest wait that was asked for', async () => {
		const gate = newGate();
		gate.refused(3000);
		gate.refused(1000);
		const state = asking(gate, new Slots(5), 1);
		await pass(2999);
		expect(state.inside).toBe(0);
		await pass(1);
		expect(state.inside).toBe(1);
	});

	test('always lets one through', async () => {
		const gate = newGate();
		const slots = new Slots(1);
		const state = asking(gate, slots, 3);
		for (let round = 1; round <= 3; round++) {
			await pass(1);
			expect(state.inside).toBe(round);
			gate.refused(100);
			void gate.leave(slots);
			await pass(100);
		}
	});

	test('lets those go first that come again', async () => {
		const gate = newGate();
		const slots = new Slots(1);
		const order: string[] = [];
		await gate.enter(slots, false);
		void gate.enter(slots, false).then(() => order.push('new'));
		void gate.enter(slots, true).then(() => order.push('again'));
		void gate.leave(slots);
		await pass(1);
		void gate.leave(slots);
		await pass(1);
		expect(order).toEqual(['again', 'new']);
	});

	test('forgets those who give up', async () => {
		const gate = newGate();
		const slots = new Slots(1);
		await gate.enter(slots, false);
		const stop = new AbortController();
		const impatient = gate.enter(slots, false, stop.signal);
		const patient = asking(gate, slots, 1);
		stop.abort(new Error('Stopped'));
		await expect(impatient).rejects.toThrow('Stopped');
		void gate.leave(slots);
		await pass(1);
		expect(patient.inside).toBe(1);
	});

	test('turns away all who wait, and is open to those who come later', async () => {
		const gate = newGate();
		const slots = new Slots(1);
		await gate.enter(slots, false);
		const waiting = [1, 2].map(async () => await gate.enter(slots, false));
		gate.turnAway(new Error('Too long'));
		for (const one of waiting) await expect(one).rejects.toThrow('Too long');
		void gate.leave(slots);
		const later = asking(gate, slots, 1);
		await pass(1);
		expect(later.inside).toBe(1);
	});

	test('does not let one run take the places of another', async () => {
		const gate = newGate();
		const first = asking(gate, new Slots(2), 10);
		const second = asking(gate, new Slots(3), 10);
		await pass(1);
		expect([first.inside, second.inside]).toEqual([2, 3]);
	});
});
