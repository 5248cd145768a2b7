import { account } from './account/index.ts';
import { agent } from './agent/index.ts';
import { interact } from './interact/index.ts';
import { map } from './map/index.ts';
import { monitor } from './monitor/index.ts';
import { pageJobs } from './pageJobs/index.ts';
import { parse } from './parse/index.ts';
import { scrape } from './scrape/index.ts';
import { search } from './search/index.ts';
import type { ServiceCore } from './core.ts';
import type { Route } from './http/route.ts';

/** Every noun of the API. Its routes, options and models are its own: a new one needs a line here. */
const nouns = [account, agent, interact, map, monitor, pageJobs, parse, scrape, search] as const;

type Noun = (typeof nouns)[number];
type Taking<Options> = (options: Options) => void;
type TakingOptionsOf<Kind> = Kind extends (core: ServiceCore, options: infer Options) => unknown
	? Taking<Options>
	: never;
type TakingModelsOf<Kind> = Kind extends (...given: never[]) => { models: infer Models }
	? Taking<Models>
	: never;

/** The names by which options know routes. */
export type RouteName = ReturnType<Noun>['routes'][number]['name'];

/** The options of all nouns together. */
export type NounOptions =
	TakingOptionsOf<Noun> extends Taking<infer Options extends object> ? Options : never;

/** The models of all nouns together. */
export type NounModels =
	TakingModelsOf<Noun> extends Taking<infer Models extends object> ? Models : never;

/** The routes and models of one stand-in. */
export function createNouns(
	core: ServiceCore,
	options: NounOptions,
): { routes: Route[]; models: NounModels } {
	const created = nouns.map((noun) => noun(core, options));
	return {
		routes: created.flatMap(({ routes }): Route[] => routes),
		models: Object.assign({}, ...created.map(({ models }) => models)) as NounModels,
	};
}
