import { afterAll, beforeAll } from 'vitest';

import { loadEngine, type Engine } from '../support/engine.ts';

let loaded: Engine | undefined;

beforeAll(async () => {
	loaded = await loadEngine();
});

afterAll(async () => {
	await loaded?.close();
});

/** The engine of this test file, with the pack in it. */
export function engine(): Engine {
	if (!loaded) throw new Error('The engine is loaded before the first test of a file');
	return loaded;
}
