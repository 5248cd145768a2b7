import type { Noun, ServiceCore } from '../core.ts';
import { BrowserWork, type InteractOptions } from './browserWork.ts';
import { pageInteractRoutes, type PageInteractRouteName } from './pageRoutes.ts';
import { sessionRoutes, type SessionRouteName } from './sessionRoutes.ts';
import { BrowserSessions } from './sessions.ts';

export interface InteractModels {
	/** The browser sessions; tests may look at them without HTTP. */
	browserSessions: BrowserSessions;
}

/** Browsers that are called into, by themselves or on a scraped page. New in 2026. */
export function interact(
	core: ServiceCore,
	options: InteractOptions,
): Noun<SessionRouteName | PageInteractRouteName, InteractModels> {
	const browserSessions = new BrowserSessions(core.now, core.browsers.max);
	const work = new BrowserWork(core, options);
	core.credits.countAlso((team) => browserSessions.charges(team));
	const routes = [
		...sessionRoutes(core, browserSessions, work),
		...pageInteractRoutes(core, browserSessions, work),
	];
	return {
		routes: core.deployment === 'open2025' ? [] : routes,
		models: { browserSessions },
	};
}
