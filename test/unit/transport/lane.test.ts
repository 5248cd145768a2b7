import { describe, expect, test } from 'vitest';

import { Lane } from '../../../nodes/transport/lane.ts';

describe('a lane', () => {
	test('has so many places, and gives each back to whoever waits longest', async () => {
		const lane = new Lane(2);
		const order: string[] = [];
		const [first] = await Promise.all([lane.take(), lane.take()]);
		const third = lane.take().then((place) => (order.push('third'), place));
		const fourth = lane.take().then((place) => (order.push('fourth'), place));
		await Promise.resolve();
		expect(order).toEqual([]);
		first.release();
		(await third).release();
		(await fourth).release();
		expect(order).toEqual(['third', 'fourth']);
	});

	test('lets those go first that come again', async () => {
		const lane = new Lane(1);
		const place = await lane.take();
		const order: string[] = [];
		const anew = lane.take().then((next) => (order.push('new'), next));
		const again = lane.take(undefined, true).then((next) => (order.push('again'), next));
		place.release();
		(await again).release();
		await anew;
		expect(order).toEqual(['again', 'new']);
	});

	test('does not count a place twice that is released twice', async () => {
		const lane = new Lane(1);
		const place = await lane.take();
		place.release();
		place.release();
		await lane.take();
		const stop = new AbortController();
		const second = lane.take(stop.signal);
		stop.abort(new Error('Stopped'));
		await expect(second).rejects.toThrow('Stopped');
	});

	test('hands no place to those who have given up', async () => {
		const lane = new Lane(1);
		const place = await lane.take();
		const stop = new AbortController();
		const impatient = lane.take(stop.signal);
		const patient = lane.take();
		stop.abort(new Error('Stopped'));
		await expect(impatient).rejects.toThrow('Stopped');
		place.release();
		await expect(patient).resolves.toBeDefined();
	});

	test('gives a place on only when whoever failed could end the node execution', async () => {
		const lane = new Lane(1);
		const place = await lane.take();
		const run = new AbortController();
		const next = lane.take(run.signal);
		place.release();
		for (let hops = 0; hops < 20; hops++) await Promise.resolve();
		run.abort(new Error('Another item has failed'));
		await expect(next).rejects.toThrow('Another item has failed');
	});
});
