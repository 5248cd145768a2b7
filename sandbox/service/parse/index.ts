import type { Noun, ServiceCore } from '../core.ts';
import { parseRoute } from './route.ts';

/** The server of 2025 does not parse uploads. */
export function parse(core: ServiceCore): Noun<'parse', object> {
	return { routes: core.deployment === 'open2025' ? [] : [parseRoute(core)], models: {} };
}
