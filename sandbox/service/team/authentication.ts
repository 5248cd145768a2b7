import type { IncomingHttpHeaders } from 'node:http';

import { ServiceError } from '../http/serviceError.ts';
import type { Wording } from './wording.ts';

/** The one team of keys that name none, and of servers without authentication. */
export const DEFAULT_TEAM = 'sandbox';

export interface ApiKey<RouteName extends string = string> {
	key: string;
	/** Jobs and credits belong to a team. Default: the one team of the sandbox. */
	team?: string;
	/** Routes for which the key lacks permission: they answer 403. */
	forbidden?: RouteName[];
	/** The service has banned the account: every route answers 403. */
	banned?: boolean;
}

const BANNED =
	'Unauthorized: This account has been banned. Contact support@firecrawl.com if you believe this is a mistake.';

/** Knows the accepted keys and the team that each belongs to. */
export class Authentication {
	readonly #keys: Map<string, ApiKey>;
	readonly #isOn: boolean;
	readonly #wording: Wording;

	/** `isOn` false: any key will do, and none. */
	constructor(apiKeys: Array<string | ApiKey>, isOn: boolean, wording: Wording) {
		this.#keys = new Map(
			apiKeys
				.map((entry) => (typeof entry === 'string' ? { key: entry } : entry))
				.map((entry) => [entry.key, entry]),
		);
		this.#isOn = isOn;
		this.#wording = wording;
	}

	isValid(headers: IncomingHttpHeaders): boolean {
		return !this.#isOn || this.#keyOf(headers) !== undefined;
	}

	/** The team of the request's key. Throws 401 without a valid key, 403 without permission. */
	team(headers: IncomingHttpHeaders, routeName: string): string {
		if (!this.#isOn) return DEFAULT_TEAM;
		const key = this.#keyOf(headers);
		if (!key) throw this.#unauthorized(headers);
		if (key.banned) throw new ServiceError(403, BANNED);
		if (key.forbidden?.includes(routeName)) throw new ServiceError(403, 'Forbidden');
		return key.team ?? DEFAULT_TEAM;
	}

	#unauthorized(headers: IncomingHttpHeaders): ServiceError {
		const { key, noApplications } = this.#wording;
		const isOfApplication = /^Bearer fco_/i.test(headers.authorization ?? '');
		if (noApplications && isOfApplication) return new ServiceError(503, noApplications);
		return new ServiceError(401, key[lackOf(headers)]);
	}

	#keyOf(headers: IncomingHttpHeaders): ApiKey | undefined {
		const key = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
		return key === undefined ? undefined : this.#keys.get(key);
	}
}

function lackOf({ authorization }: IncomingHttpHeaders): keyof Wording['key'] {
	if (authorization === undefined) return 'missing';
	return /^\S+\s*$/.test(authorization) ? 'empty' : 'wrong';
}
