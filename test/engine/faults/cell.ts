import { stringify } from 'flatted';
import type { IBinaryKeyData, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { afterAll, beforeAll, expect } from 'vitest';

import {
	startService,
	type CannedAnswer,
	type Fault,
	type Service,
	type ServiceOptions,
} from '../../../sandbox/service/index.ts';
import { loadEngine, type Engine, type ExecutionResult } from '../../support/engine.ts';
import { inFastTime } from '../fastTime.ts';
import type { Row } from './row.ts';

export const SECRET = 'fc-key-of-the-fault-matrix';

export const MAX_ATTEMPTS = 2;

let loaded: Engine | undefined;

beforeAll(async () => {
	loaded = await loadEngine({ expressions: 'legacy' });
});

afterAll(async () => {
	await loaded?.close();
});

export function engine(): Engine {
	if (!loaded) throw new Error('The engine is loaded before the first test of a file');
	return loaded;
}

/** One operation over some items, of which a fault hits one. */
export interface Subject {
	/** Its resource and operation among them. */
	parameters: INodeParameters;
	/** The files of the items. */
	files?: IBinaryKeyData[];
	/** How many input items it is given. */
	items: number;
	/** The item that is hit. */
	hitItem: number;
	/** Only requests of that item. */
	hit: Pick<Fault, 'method' | 'path' | 'body'>;
	/** The answer where the stand-in's own will not do. */
	answer?: CannedAnswer;
	/** What must hold of the stand-in in the end, such as that no work has begun twice. */
	expectInTheEnd?: () => void;
}

/** What is tried in a column of a fault table. */
export interface SubjectColumn {
	/** Whether its work is billed and must not begin twice. */
	isStart?: boolean;
	options?: ServiceOptions;
	/** Prepares the stand-in for an operation. */
	subject: (service: Service) => Subject;
}

/** What came of one fault. */
export interface Cell {
	/** Requests that were hit, sent while the fault lasted. */
	sent: number;
	/** What the failed item says; undefined when it did not fail. */
	message?: string;
	/** Whether the error says that work may have begun. */
	mayHaveBegun?: boolean;
	/** Whether the operation got over the fault when it hit only once; undefined where it never failed. */
	survivedOnce?: boolean;
}

/** Tries a fault on an operation: lasting, on one of several items, and passing, on a single one. */
export async function tryOperation(column: SubjectColumn, row: Row): Promise<Cell> {
	const lasting = await withLastingFault(column, row);
	if (lasting.message === undefined || isOnlyLasting(row)) return lasting;
	const survivedOnce = await withPassingFault(column, row, lasting.message);
	return { ...lasting, survivedOnce };
}

export function isOnlyLasting({ fault, isHeavy = false }: Row): boolean {
	return fault === 'unreachable' || isHeavy;
}

/** Under Continue On Fail the item that is hit fails alone, linked to its input; no other is lost. */
async function withLastingFault(column: SubjectColumn, row: Row): Promise<Cell> {
	const service = await startService({ apiKeys: [SECRET], ...column.options });
	try {
		const subject = column.subject(service);
		const before = service.requests.length;
		await order(service, subject, row, Infinity);
		const result = await run(service, subject, row, 'continueRegularOutput');
		expectNoKey(result);
		expect(result.error).toBeUndefined();
		const failed = result.items.filter(isFailed);
		if (row.fault === 'unreachable') {
			expect(failed).toHaveLength(subject.items);
			expect(failed[0]?.json.details).toMatchObject({ attempts: MAX_ATTEMPTS });
			return { sent: 0, message: failed[0]?.json.error as string };
		}
		const sent = service.requests.slice(before).filter((request) => isHit(subject, request)).length;
		expectOthers(subject, result.items);
		subject.expectInTheEnd?.();
		const [item, ...more] = failed;
		if (!item) return { sent };
		expect(more).toEqual([]);
		expect(item.pairedItem).toEqual({ item: subject.hitItem });
		expect(Object.keys(item.json).sort()).toEqual(['details', 'error', 'message']);
		const { mayHaveBegun } = item.json.details as { mayHaveBegun?: boolean };
		return { sent, message: item.json.error as string, mayHaveBegun };
	} finally {
		await service.stop();
	}
}

/** Where the node stops on errors. */
async function withPassingFault(
	column: SubjectColumn,
	row: Row,
	message: string,
): Promise<boolean> {
	const service = await startService({ apiKeys: [SECRET], ...column.options });
	try {
		const subject = column.subject(service);
		await order(service, subject, row, 1);
		const result = await run(service, subject, row, 'stopWorkflow');
		expectNoKey(result);
		subject.expectInTheEnd?.();
		if (result.error) {
			expect(result.error.message).toBe(message);
			expect(result.error.name).toBe('NodeApiError');
			expect(result.error.description).toBeTruthy();
			expect(result.error.context.itemIndex).toBe(subject.hitItem);
			expect(result.items).toEqual([]);
		} else {
			expectOthers({ ...subject, hitItem: -1 }, result.items);
		}
		return result.error === undefined;
	} finally {
		await service.stop();
	}
}

async function order(
	service: Service,
	{ hit, answer }: Subject,
	{ fault }: Row,
	times: number,
): Promise<void> {
	if (fault === 'unreachable') {
		await service.stop();
		return;
	}
	const { answer: faultyAnswer = answer, ...more } =
		typeof fault === 'function' ? fault(service) : fault;
	service.orderFault({ ...hit, ...more, times, answer: faultyAnswer });
	if (answer) service.orderFault({ times: Infinity, answer });
}

async function run(
	service: Service,
	{ parameters, items, files }: Subject,
	{ requestTimeout, isWaitedFor }: Row,
	onError: 'continueRegularOutput' | 'stopWorkflow',
): Promise<ExecutionResult> {
	const { options, ...others } = parameters;
	const execution = engine().startExecution({
		node: 'webData',
		parameters: {
			...others,
			options: { ...(options as INodeParameters), maxAttempts: MAX_ATTEMPTS },
			...(requestTimeout && { requestOptions: { timeout: requestTimeout } }),
		},
		credentials: { apiKey: SECRET, baseUrl: service.url },
		items: Array.from({ length: items }, () => ({})),
		files,
		onError,
	});
	return isWaitedFor ? await inFastTime(execution, 1_000) : await execution.promise;
}

function isHit({ hit }: Subject, request: Service['requests'][number]): boolean {
	return (
		(hit.method === undefined || hit.method === request.method) &&
		hit.path === request.path &&
		(hit.body?.(request.body) ?? true)
	);
}

function isFailed({ json }: INodeExecutionData): boolean {
	return 'error' in json && 'details' in json;
}

/** Every item but the one that was hit has brought something, and nothing was brought twice. */
function expectOthers({ items, hitItem }: Subject, output: INodeExecutionData[]): void {
	const origins = output.filter((item) => !isFailed(item)).map(({ pairedItem }) => pairedItem);
	for (let item = 0; item < items; item++) {
		if (item !== hitItem) expect(origins).toContainEqual({ item });
	}
	if (items > 1) expect(origins.length).toBeLessThanOrEqual(items);
}

function expectNoKey({ items, errorItems, execution, error, log }: ExecutionResult): void {
	const { message, description, stack, cause } =
		error ?? ({} as Partial<NonNullable<typeof error>>);
	for (const place of [items, errorItems, execution, { message, description, stack, cause }, log]) {
		expect(stringify(place)).not.toContain(SECRET);
	}
}
