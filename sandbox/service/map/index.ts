import type { Noun, ServiceCore } from '../core.ts';
import { mapRoute, type MapOptions } from './route.ts';

export function map(core: ServiceCore, options: MapOptions): Noun<'map', object> {
	return { routes: [mapRoute(core, options)], models: {} };
}
