import { createHash } from 'node:crypto';

import fc from 'fast-check';

import type { CheckPart, CheckSource } from '../../../nodes/WebDataTrigger/poll/checkSource.ts';
import type { PageStatus } from '../../../nodes/contract/monitorCheck.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A moment in summer; only differences matter. */
const BEGINNING = Date.UTC(2026, 6, 1);

/** What goes wrong in one poll. */
export type Fault =
	| { kind: 'none' }
	/** From the request of this number on, all fail. */
	| { kind: 'outage'; from: number }
	/** Reads of one check in so many fail. */
	| { kind: 'reads'; everyNth: number }
	/** Pages of one status cannot be read. */
	| { kind: 'status'; status: PageStatus };

export interface NewCheck {
	lasts: number;
	/** Statuses of its pages, in order. */
	pages: PageStatus[];
	/** How many of the last ones can be read only so long after the check's end. */
	late: { pages: number; by: number };
	/** Whether its summary is missing. */
	isUncounted: boolean;
	/** Whether the service does not say when it was created. */
	isUntimed: boolean;
}

/** Something that happens to the service, or to n8n. */
export type Step =
	| { kind: 'check'; check: NewCheck }
	| { kind: 'wait'; ms: number }
	| { kind: 'poll'; budget: number; fault: Fault }
	/** The service gives the pages of checks in another order from now on. */
	| { kind: 'shuffle'; seed: number }
	/** n8n comes back with the state saved last. */
	| { kind: 'restart' }
	/** A new key of the same team. */
	| { kind: 'rotateKey' };

const status: fc.Arbitrary<PageStatus> = fc.constantFrom(
	'same',
	'same',
	'new',
	'changed',
	'changed',
	'removed',
	'error',
);

const newCheck: fc.Arbitrary<NewCheck> = fc.record({
	lasts: fc.oneof(fc.integer({ min: 1, max: 900 }), fc.integer({ min: SECOND, max: 2 * HOUR })),
	pages: fc.array(status, { maxLength: 12 }),
	late: fc.oneof(
		{ weight: 3, arbitrary: fc.constant({ pages: 0, by: 0 }) },
		fc.record({ pages: fc.integer({ min: 1, max: 4 }), by: fc.integer({ min: 1, max: MINUTE }) }),
	),
	isUncounted: fc.boolean(),
	isUntimed: fc.boolean(),
});

const fault: fc.Arbitrary<Fault> = fc.oneof(
	{ weight: 4, arbitrary: fc.constant<Fault>({ kind: 'none' }) },
	fc.record({ kind: fc.constant('outage' as const), from: fc.nat(8) }),
	fc.record({ kind: fc.constant('reads' as const), everyNth: fc.integer({ min: 1, max: 3 }) }),
	fc.record({ kind: fc.constant('status' as const), status }),
);

export const steps: fc.Arbitrary<Step[]> = fc.array(
	fc.oneof(
		{
			weight: 5,
			arbitrary: fc.record({ kind: fc.constant('check' as const), check: newCheck }),
		},
		{
			weight: 3,
			arbitrary: fc.record({
				kind: fc.constant('wait' as const),
				ms: fc.oneof(
					fc.integer({ min: 1, max: 10 * MINUTE }),
					fc.integer({ min: HOUR, max: 2 * DAY }),
				),
			}),
		},
		{
			weight: 6,
			arbitrary: fc.record({
				kind: fc.constant('poll' as const),
				budget: fc.oneof(
					{ weight: 3, arbitrary: fc.constant(10 * MINUTE) },
					fc.integer({ min: 0, max: 4 * SECOND }),
				),
				fault,
			}),
		},
		{
			weight: 1,
			arbitrary: fc.record({ kind: fc.constant('shuffle' as const), seed: fc.nat() }),
		},
		{ weight: 1, arbitrary: fc.constant<Step>({ kind: 'restart' }) },
		{ weight: 1, arbitrary: fc.constant<Step>({ kind: 'rotateKey' }) },
	),
	{ maxLength: 40, size: 'max' },
);

export interface ModelPage {
	id: string;
	status: PageStatus;
	/** Unix milliseconds from which on it can be read. */
	readableFrom: number;
}

export interface ModelCheck {
	id: string;
	createdAt: number;
	endsAt: number;
	pages: ModelPage[];
	isUncounted: boolean;
	isUntimed: boolean;
}

export class InjectedFault extends Error {}

/** A model of one monitor's checks as a source for polls, with a clock and faults. */
export class CheckModel implements CheckSource {
	time = BEGINNING;

	/** Oldest first. */
	readonly checks: ModelCheck[] = [];

	requests: string[] = [];

	private fault: Fault = { kind: 'none' };

	private seed = 0;

	/** @param partSize pages that a check gives at once */
	constructor(
		private readonly latencyMs: number,
		private readonly partSize: number,
	) {}

	readonly now = (): number => this.time;

	beginPoll(given: Fault): void {
		this.fault = given;
		this.requests = [];
	}

	shuffle(seed: number): void {
		this.seed = seed;
	}

	add({ lasts, pages, late, isUncounted, isUntimed }: NewCheck): ModelCheck {
		const number = this.checks.length + 1;
		// The service leaves at least five minutes between two checks; manual ones come in between.
		this.time += 1;
		const endsAt = this.time + lasts;
		const check: ModelCheck = {
			id: `check-${number}`,
			createdAt: this.time,
			endsAt,
			pages: pages.map((each, index) => ({
				id: `page-${number}-${index}`,
				status: each,
				readableFrom: index >= pages.length - late.pages ? endsAt + late.by : endsAt,
			})),
			// Pages that are late can be missed only where there is a sum to hold them against.
			isUncounted: isUncounted && late.pages === 0,
			isUntimed,
		};
		this.checks.push(check);
		return check;
	}

	async list(offset: number, limit: number): Promise<unknown[]> {
		await this.request('list');
		return this.checks
			.toReversed()
			.slice(offset, offset + limit)
			.map((check) => this.entryOf(check));
	}

	async check(
		checkId: string,
		wanted: PageStatus | undefined,
		skip: number,
	): Promise<CheckPart | undefined> {
		await this.request('check', checkId, wanted);
		const check = this.checks.find(({ id }) => id === checkId);
		if (!check) return undefined;
		const readable = check.pages
			.filter((page) => page.readableFrom <= this.time && (wanted ?? page.status) === page.status)
			.sort((one, other) => this.orderOf(one) - this.orderOf(other));
		const end = skip + this.partSize;
		return {
			fields: this.entryOf(check),
			pages: readable
				.slice(skip, end)
				.map(({ id, status: each }) => ({ id, url: id, status: each })),
			...(end < readable.length && { nextSkip: end }),
		};
	}

	private orderOf({ id }: ModelPage): number {
		return this.seed === 0
			? Number(id.split('-')[2])
			: createHash('sha1').update(`${this.seed} ${id}`).digest().readUInt32BE();
	}

	private entryOf({ id, createdAt, endsAt, pages, isUncounted, isUntimed }: ModelCheck) {
		const count = (each: PageStatus) => pages.filter((page) => page.status === each).length;
		const summary = {
			totalPages: pages.length,
			same: count('same'),
			new: count('new'),
			changed: count('changed'),
			removed: count('removed'),
			error: count('error'),
		};
		const hasEnded = this.time >= endsAt;
		return {
			id,
			...(!isUntimed && {
				createdAt: new Date(createdAt).toISOString().replace('T', ' ').replace('Z', '+00'),
			}),
			status: hasEnded ? 'completed' : 'running',
			...(!isUncounted && { summary }),
		};
	}

	private async request(route: string, id?: string, wanted?: PageStatus): Promise<void> {
		this.requests.push(route);
		this.time += this.latencyMs;
		await Promise.resolve();
		const { fault: given } = this;
		const number = Number(id?.split('-')[1] ?? 0);
		const fails =
			(given.kind === 'outage' && this.requests.length > given.from) ||
			(given.kind === 'reads' && id !== undefined && number % given.everyNth === 0) ||
			(given.kind === 'status' && wanted === given.status);
		if (fails) throw new InjectedFault(`${route} failed`);
	}
}
