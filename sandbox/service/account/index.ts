import type { Noun, ServiceCore } from '../core.ts';
import { creditUsage } from './creditUsage.ts';

/** What a team may ask about its plan and its use of it. */
export function account(core: ServiceCore): Noun<'creditUsage', object> {
	return { routes: [creditUsage(core)], models: {} };
}
