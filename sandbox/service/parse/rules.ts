import { ServiceError } from '../http/serviceError.ts';
import { allOf, isObject, type Rule } from '../http/validation.ts';
import { strictObject } from '../scrape/rules.ts';
import { formatsOf, type ScrapeOptions } from '../scrape/scrapeRequest.ts';
import { clientLabels, crossProblems, scrapeFields } from '../scrape/scrapeRules.ts';

/** The options of a parse: those of a scrape, some of which are refused (section E). */
export const parseOptionsRule: Rule = allOf(
	strictObject({ ...scrapeFields, ...clientLabels }),
	crossProblems,
);

const REFUSED_FORMATS = ['screenshot', 'branding', 'changeTracking'];

/** Throws 400 for what has no meaning for a file. */
export function refuseUnsupported(options: ScrapeOptions): void {
	const { actions, waitFor, location, mobile, proxy } = options;
	if (actions?.length) throw unsupported('do not support actions.');
	if (waitFor) throw unsupported('do not support waitFor.');
	if (location) throw unsupported('do not support location.');
	if (mobile) throw unsupported('do not support mobile.');
	if (proxy !== undefined && !['auto', 'basic'].includes(proxy))
		throw unsupported('only support proxy values of auto or basic.');
	const refused = formatsOf(options).find(({ type }) => REFUSED_FORMATS.includes(type));
	if (refused) throw unsupported(`do not support ${refused.type} output.`);
}

/** The `options` part has to be an object. */
export function isOptions(value: unknown): value is ScrapeOptions {
	return isObject(value);
}

function unsupported(what: string): ServiceError {
	return new ServiceError(400, `Parse uploads ${what}`, { code: 'PARSE_UNSUPPORTED_OPTIONS' });
}
