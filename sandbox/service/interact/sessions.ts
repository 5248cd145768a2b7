import { randomUUID } from 'node:crypto';

import { ServiceError } from '../http/serviceError.ts';
import type { Charge } from '../team/credits.ts';

export const CODE_RATE = 2;
export const PROMPT_RATE = 7;

const MINUTE_MS = 60_000;

/** A browser that a team has rented. Times are unix milliseconds. */
export interface BrowserSession {
	id: string;
	team: string;
	createdAt: number;
	/** When something was last done in it. */
	lastActivity: number;
	/** Milliseconds after which it ends, as a whole and without use. */
	lifetime: number;
	idleLifetime: number;
	/** When it was closed. */
	closedAt?: number;
	streamWebView: boolean;
	/** Credits for each minute; a prompt raises them for good. */
	creditsPerMinute: number;
	cdpUrl: string;
	/** The scrape whose page it shows, and the page. */
	scrapeId?: string;
	url?: string;
}

export type SessionSetup = Pick<BrowserSession, 'team' | 'lifetime' | 'idleLifetime'> &
	Partial<Pick<BrowserSession, 'streamWebView' | 'scrapeId' | 'url'>>;

/** The browser sessions of all teams. What is true of one follows from what is stored and the clock. */
export class BrowserSessions {
	readonly #now: () => number;
	/** Most sessions of a team at once. */
	readonly #max: number;
	/** Oldest first. */
	readonly #all: BrowserSession[] = [];

	constructor(now: () => number, max: number) {
		this.#now = now;
		this.#max = max;
	}

	/** Throws 429 when the plan allows no more. */
	open({ streamWebView = true, ...setup }: SessionSetup): BrowserSession {
		const active = this.of(setup.team).filter((session) => this.isActive(session));
		if (active.length >= this.#max)
			throw new ServiceError(
				429,
				`Too many active browser sessions. The plan allows ${this.#max} at once.`,
			);
		const id = randomUUID();
		const session: BrowserSession = {
			...setup,
			id,
			createdAt: this.#now(),
			lastActivity: this.#now(),
			streamWebView,
			creditsPerMinute: CODE_RATE,
			cdpUrl: `wss://browser.sandbox.example/${id}?token=${randomUUID()}`,
		};
		this.#all.push(session);
		return session;
	}

	/** The team's sessions, newest first. */
	of(team: string): BrowserSession[] {
		return this.#all.filter((session) => session.team === team).reverse();
	}

	/** Throws 404 for one that there never was, and 403 for another team's. */
	find(id: string, team: string): BrowserSession {
		const session = this.#all.find((candidate) => candidate.id === id);
		if (!session) throw notFound();
		if (session.team !== team) throw new ServiceError(403, 'Forbidden.');
		return session;
	}

	/** The session that shows the page of a scrape, if there is one. */
	ofScrape(scrapeId: string): BrowserSession | undefined {
		return this.#all.find((session) => session.scrapeId === scrapeId && this.isActive(session));
	}

	isActive(session: BrowserSession): boolean {
		return this.#now() < this.#endOf(session);
	}

	/** Notes that something is done in a session. Throws 410 when it is over. */
	use(session: BrowserSession): void {
		if (!this.isActive(session)) throw new ServiceError(410, 'Browser session has been destroyed.');
		session.lastActivity = this.#now();
	}

	/** Ends a session, if it has not ended before, and tells what it came to. */
	close(session: BrowserSession): { sessionDurationMs: number; creditsBilled: number } {
		session.closedAt = Math.min(this.#now(), this.#endOf(session));
		return {
			sessionDurationMs: session.closedAt - session.createdAt,
			creditsBilled: this.#creditsOf(session),
		};
	}

	charges(team: string): Charge[] {
		return this.of(team).map((session) => ({
			at: session.createdAt,
			credits: this.#creditsOf(session),
		}));
	}

	#endOf({ createdAt, lifetime, lastActivity, idleLifetime, closedAt }: BrowserSession): number {
		return closedAt ?? Math.min(createdAt + lifetime, lastActivity + idleLifetime);
	}

	/** By the second, after a minute at least. */
	#creditsOf(session: BrowserSession): number {
		const duration = Math.min(this.#now(), this.#endOf(session)) - session.createdAt;
		return Math.ceil((Math.max(MINUTE_MS, duration) / MINUTE_MS) * session.creditsPerMinute);
	}
}

export function notFound(): ServiceError {
	return new ServiceError(404, 'Browser session not found.');
}
