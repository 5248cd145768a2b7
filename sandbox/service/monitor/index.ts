import type { Noun, ServiceCore } from '../core.ts';
import { Monitors, type MonitorsOptions } from './monitors.ts';
import { monitorRoutes, type MonitorRouteName } from './routes.ts';

export interface MonitorModels {
	/** The monitors; tests may begin and add checks without HTTP. */
	monitors: Monitors;
}

/** How often the schedules are looked at when nobody asks, in milliseconds. */
const TICK_MS = 1000;

export function monitor(
	core: ServiceCore,
	options: MonitorsOptions,
): Noun<MonitorRouteName, MonitorModels> {
	const monitors = new Monitors(core, options);
	const ticks = setInterval(() => monitors.beginDue(), TICK_MS).unref();
	core.scraper.isClosed.addEventListener('abort', () => clearInterval(ticks));
	// A server of 2025 knows no monitors.
	const routes = core.deployment === 'open2025' ? [] : monitorRoutes(core, monitors);
	return { routes, models: { monitors } };
}
