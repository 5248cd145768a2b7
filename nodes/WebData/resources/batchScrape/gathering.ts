import { MAX_URL_BYTES, MAX_URLS, sameAddress } from '../../../contract/requests/batch';
import type { Call } from '../../../operation/call';
import type { PageOutput } from '../../fields/pageOutput';
import { runBatch, type BatchEnd, type BatchTask } from './batchJob';

/** An input item with its addresses. */
export interface Member {
	call: Call;
	urls: string[];
	task: BatchTask;
	/** Whether its addresses may share a job with those of other items. */
	isShared: boolean;
	output: PageOutput;
	/** Index of the first input item of its job, where that was started before a sleep. */
	batchOf?: number;
	/** Keeps `batchOf` for the time after a sleep. */
	remember: (batchOf: number) => void;
}

/** A job for addresses of one or more items. */
export class Batch {
	/** As they are sent, by the form in which spellings are alike: each is sent once. */
	readonly urls = new Map<string, string>();

	/** The items that it works for, in their order; the first one runs it. */
	readonly members = new Set<Member>();

	private bytes = 0;

	private end?: Promise<BatchEnd>;

	hasRoomFor(urls: string[]): boolean {
		const bytes = urls.reduce((sum, url) => sum + sizeOf(url), this.bytes);
		return this.urls.size + urls.length <= MAX_URLS && bytes <= MAX_URL_BYTES;
	}

	add(url: string, member: Member): void {
		const key = sameAddress(url);
		this.members.add(member);
		if (this.urls.has(key)) return;
		this.urls.set(key, url);
		this.bytes += sizeOf(url);
	}

	/** Notes which items share the job, so that they share it after a sleep too. */
	remember(): void {
		const [first] = this.members;
		for (const member of this.members) member.remember(indexOf(first ?? member));
	}

	/** Starts the job when the first one asks, and tells all the same. */
	async run(): Promise<BatchEnd> {
		this.end ??= this.start();
		return await this.end;
	}

	private async start(): Promise<BatchEnd> {
		const [first] = [...this.members] as [Member];
		return await runBatch(first.call, [...this.urls.values()], first.task);
	}

	/** Those of an item's addresses that it reads, each with the spelling that was sent. */
	addressesOf({ urls }: Member): Array<{ url: string; sent: string }> {
		return urls.flatMap((url) => {
			const sent = this.urls.get(sameAddress(url));
			return sent === undefined ? [] : [{ url, sent }];
		});
	}
}

/** What an address costs in a body, about. */
function sizeOf(url: string): number {
	return Buffer.byteLength(url) + 3;
}

/** The items of one node execution, whose addresses are put into as few jobs as possible. */
export class Gathering {
	private readonly members: Member[] = [];

	private batches?: Batch[];

	/** The one of a node execution. */
	static of({ execution: { shared } }: Call): Gathering {
		const known = shared.get('batchScrape') as Gathering | undefined;
		const gathering = known ?? new Gathering();
		shared.set('batchScrape', gathering);
		return gathering;
	}

	/**
	 * Adds an item, and waits for the others.
	 *
	 * @returns all jobs of the node execution
	 */
	async join(member: Member): Promise<Batch[]> {
		this.members.push(member);
		const { items, signal } = member.call.execution;
		await items.gather(signal);
		if (!this.batches) {
			this.batches = divided(this.members);
			for (const batch of this.batches) batch.remember();
		}
		return this.batches;
	}
}

/** The jobs for some items, in the items' order. */
function divided(members: Member[]): Batch[] {
	const groups = new Map<string, Batch[]>();
	for (const member of members.toSorted((one, other) => indexOf(one) - indexOf(other))) {
		const { call, task, isShared, urls, batchOf } = member;
		const sharing = batchOf ?? (isShared || indexOf(member));
		const key = JSON.stringify([call.account.digest, task, typeof batchOf, sharing]);
		const batches = groups.get(key) ?? [];
		groups.set(key, batches);
		// What is waited for in sleep has one job, so that no other can be forgotten.
		const parts = task.waiting?.by === 'webhook' ? [urls] : urls.map((url) => [url]);
		for (const part of parts) {
			const batch = batchFor(part, batches);
			for (const url of part) batch.add(url, member);
		}
	}
	return [...groups.values()].flat();
}

function indexOf({ call }: Member): number {
	return call.item.getItemIndex();
}

/** The job that has all of these addresses already, or has room for them. */
function batchFor(urls: string[], batches: Batch[]): Batch {
	const known = batches.find((batch) => urls.every((url) => batch.urls.has(sameAddress(url))));
	if (known) return known;
	const last = batches.at(-1);
	if (last?.hasRoomFor(urls)) return last;
	const batch = new Batch();
	batches.push(batch);
	return batch;
}
