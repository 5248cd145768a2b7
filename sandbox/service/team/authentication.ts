import type { IncomingHttpHeaders } from 'node:http';

import { ServiceError } from '../http/serviceError.ts';

/** The one team of keys that name none. */
export const DEFAULT_TEAM = 'sandbox';

export interface ApiKey<RouteName extends string = string> {
	key: string;
	/** Jobs and credits belong to a team. Default: the one team of the sandbox. */
	team?: string;
	/** Routes for which the key lacks permission: they answer 403. */
	forbidden?: RouteName[];
}

/** Knows the accepted keys and the team that each belongs to. */
export class Authentication {
	readonly #keys: Map<string, Required<ApiKey>>;

	constructor(apiKeys: Array<string | ApiKey>) {
		this.#keys = new Map(
			apiKeys
				.map((entry) => (typeof entry === 'string' ? { key: entry } : entry))
				.map((entry) => [entry.key, { team: DEFAULT_TEAM, forbidden: [], ...entry }]),
		);
	}

	isValid(headers: IncomingHttpHeaders): boolean {
		return this.#keyOf(headers) !== undefined;
	}

	/** The team of the request's key. Throws 401 without a valid key, 403 without permission. */
	team(headers: IncomingHttpHeaders, routeName: string): string {
		const key = this.#keyOf(headers);
		if (!key) throw new ServiceError(401, 'Unauthorized: Invalid token');
		if (key.forbidden.includes(routeName)) throw new ServiceError(403, 'Forbidden');
		return key.team;
	}

	#keyOf(headers: IncomingHttpHeaders): Required<ApiKey> | undefined {
		const key = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
		return key === undefined ? undefined : this.#keys.get(key);
	}
}
