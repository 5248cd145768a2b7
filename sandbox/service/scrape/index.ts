import type { Noun, ServiceCore } from '../core.ts';
import { scrapeRoutes, type ScrapeRouteName } from './routes.ts';

export function scrape(core: ServiceCore): Noun<ScrapeRouteName, object> {
	return { routes: scrapeRoutes(core), models: {} };
}
