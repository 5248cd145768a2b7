import type { Noun, ServiceCore } from '../core.ts';
import { searchRoute, type SearchOptions } from './route.ts';

export function search(core: ServiceCore, options: SearchOptions): Noun<'search', object> {
	return { routes: [searchRoute(core, options)], models: {} };
}
