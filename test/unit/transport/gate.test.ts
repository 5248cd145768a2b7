import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { ErrorAnswer, NotSent } from '../../../nodes/transport/failure.ts';
import { Gate, type Pass } from '../../../nodes/transport/gate.ts';
import { Lane } from '../../../nodes/transport/lane.ts';

beforeEach(() => {
	vi.useFakeTimers();
});

afterEach(() => {
	vi.useRealTimers();
});

function refusal(seconds: number): ErrorAnswer {
	const body = { success: false, error: 'Rate limit exceeded' };
	return new ErrorAnswer(429, { 'retry-after': String(seconds) }, body);
}

/** Asks to enter; notes who was let through, in which order. */
function visitors(gate: Gate) {
	const order: string[] = [];
	const passes = new Map<string, Pass>();
	const ask = (name: string, lane: Lane, comesAgain = false, signal?: AbortSignal) => {
		const entering = gate.enter({ lane, arrival: gate.arrive(), comesAgain, signal });
		return entering.then((pass) => {
			order.push(name);
			passes.set(name, pass);
			return pass;
		});
	};
	return { order, passes, ask };
}

async function pass(ms: number): Promise<void> {
	await vi.advanceTimersByTimeAsync(ms);
}

/** A gate that lets one through alone, and the one who is through. */
async function narrowed(): Promise<{ gate: Gate; alone: Pass; lane: Lane }> {
	const gate = new Gate();
	const lane = new Lane(9);
	const enter = async () => await gate.enter({ lane, arrival: gate.arrive(), comesAgain: false });
	const first = await enter();
	gate.refused(first, refusal(1));
	gate.leave(first);
	const entering = enter();
	await pass(1000);
	return { gate, alone: await entering, lane };
}

describe('a gate', () => {
	test('serves lanes in turn, however many each of them has', async () => {
		const { gate, alone } = await narrowed();
		const { order, passes, ask } = visitors(gate);
		const [a, b, c] = [new Lane(9), new Lane(9), new Lane(9)];
		for (const name of ['a1', 'a2', 'a3']) void ask(name, a);
		for (const name of ['b1', 'b2']) void ask(name, b);
		void ask('c1', c);
		gate.leave(alone);
		for (let left = 0; left < 6; left++) {
			await pass(1);
			gate.leave(passes.get(order.at(-1) ?? '') as Pass);
		}
		expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
	});

	test('lets those of a lane go first that come again', async () => {
		const { gate, alone, lane } = await narrowed();
		const { order, passes, ask } = visitors(gate);
		void ask('new', lane);
		void ask('again', lane, true);
		gate.leave(alone);
		await pass(1);
		gate.leave(passes.get('again') as Pass);
		await pass(1);
		expect(order).toEqual(['again', 'new']);
	});

	test('lets one through alone after a refusal, and one more with each that is accepted', async () => {
		const gate = new Gate();
		const { order, passes, ask } = visitors(gate);
		const lane = new Lane(99);
		const first = await Promise.all(['1', '2', '3', '4', '5', '6'].map((name) => ask(name, lane)));
		for (const one of first) {
			gate.refused(one, refusal(2));
			gate.leave(one);
		}
		for (let name = 7; name < 30; name++) void ask(String(name), lane);
		await pass(1999);
		expect(order).toHaveLength(6);
		await pass(1);
		expect(order).toHaveLength(7);
		for (const name of order.slice(0, 6)) passes.delete(name);
		const through: number[] = [];
		for (let round = 0; round < 3; round++) {
			for (const [name, one] of passes) {
				gate.accepted(one);
				gate.leave(one);
				passes.delete(name);
			}
			await pass(1);
			through.push(passes.size);
		}
		expect(through).toEqual([1, 2, 3]);
	});

	test('stays closed for the longest wait that was asked for', async () => {
		const gate = new Gate();
		const { order, ask } = visitors(gate);
		const lane = new Lane(5);
		const [one, other] = await Promise.all([ask('1', lane), ask('2', lane)]);
		gate.refused(one, refusal(3));
		gate.refused(other, refusal(1));
		void ask('3', lane);
		gate.leave(one);
		gate.leave(other);
		await pass(2999);
		expect(order).toHaveLength(2);
		await pass(1);
		expect(order).toHaveLength(3);
	});

	test('does not open sooner than an older request was told to wait', async () => {
		const gate = new Gate();
		const { order, ask } = visitors(gate);
		const lane = new Lane(5);
		const [one, slow] = await Promise.all([ask('1', lane), ask('2', lane)]);
		gate.refused(one, refusal(1));
		gate.leave(one);
		const third = ask('3', lane);
		await pass(2000);
		gate.refused(slow, refusal(10));
		gate.refused(await third, refusal(1));
		gate.leave(slow);
		gate.leave(await third);
		void ask('4', lane);
		await pass(9_000);
		expect(order).toHaveLength(3);
		await pass(1_500);
		expect(order).toHaveLength(4);
	});

	test('is not held closed by a clock that was set back', async () => {
		const gate = new Gate();
		const { order, ask } = visitors(gate);
		const first = await ask('1', new Lane(1));
		gate.refused(first, refusal(60));
		gate.leave(first);
		vi.setSystemTime(Date.now() - 3_600_000);
		await ask('2', new Lane(1));
		expect(order).toEqual(['1', '2']);
	});

	test('forgets those who give up', async () => {
		const { gate, alone, lane } = await narrowed();
		const { order, ask } = visitors(gate);
		const stop = new AbortController();
		const impatient = ask('impatient', new Lane(1), false, stop.signal);
		void ask('patient', lane);
		stop.abort(new Error('Stopped'));
		await expect(impatient).rejects.toThrow('Stopped');
		gate.leave(alone);
		await pass(1);
		expect(order).toEqual(['patient']);
	});

	test('turns away all who have arrived, each with a failure of its own, and nobody who comes later', async () => {
		const { gate, alone, lane } = await narrowed();
		const { order, ask } = visitors(gate);
		const waiting = ['1', '2'].map(async (name) => await ask(name, lane));
		const onItsWay = gate.arrive();
		const answer = refusal(3600);
		void gate.turnAway(answer);
		const failures = await Promise.all(
			waiting.map(async (one) => await one.catch((error: unknown) => error)),
		);
		expect(failures[0]).toBeInstanceOf(NotSent);
		expect(failures[0]).toMatchObject({ answer, attempts: 0 });
		expect(failures[1]).not.toBe(failures[0]);
		const late = gate.enter({ lane, arrival: onItsWay, comesAgain: false });
		await expect(late).rejects.toBeInstanceOf(NotSent);
		void ask('later', lane);
		gate.leave(alone);
		await pass(1);
		expect(order).toEqual(['later']);
	});
});
