import { stringify } from 'flatted';
import type { INodeExecutionData } from 'n8n-workflow';
import { afterAll, beforeAll, expect } from 'vitest';

import { startService, type Fault, type Service } from '../../../sandbox/service/index.ts';
import { loadEngine, type Engine, type ExecutionResult } from '../../support/engine.ts';
import { resourceOf, subjectOf, type Operation, type Subject } from './subjects.ts';

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

/** How a fault is brought about, and what it is called in the matrix. */
export interface OrderedFault {
	name: string;
	/** What goes wrong. `unreachable` stops the service. */
	fault: Omit<Fault, 'times'> | 'unreachable' | ((service: Service) => Omit<Fault, 'times'>);
	/** Milliseconds that the operations are told to wait; a poll is given little time as well. */
	requestTimeout?: number;
	/** Tried only lasting, and on one operation after the other. */
	isHeavy?: boolean;
}

/** What came of one fault on one operation. */
export interface Cell {
	/** Requests of the item that was hit, sent while the fault lasted. */
	sent: number;
	/** What the failed item says; undefined when it did not fail. */
	message?: string;
	/** Whether the error says that work may have begun. */
	mayHaveBegun?: boolean;
	/** Whether the operation got over the fault when it hit only once; undefined where it never failed. */
	survivedOnce?: boolean;
}

/** Tries a fault on an operation: lasting, on one of several items, and passing, on a single one. */
export async function tryOperation(operation: Operation, ordered: OrderedFault): Promise<Cell> {
	const lasting = await withLastingFault(operation, ordered);
	if (lasting.message === undefined || isOnlyLasting(ordered)) return lasting;
	const survivedOnce = await withPassingFault(operation, ordered, lasting.message);
	return { ...lasting, survivedOnce };
}

export function isOnlyLasting({ fault, isHeavy = false }: OrderedFault): boolean {
	return fault === 'unreachable' || isHeavy;
}

/** Under Continue On Fail the item that is hit fails alone, linked to its input; no other is lost. */
async function withLastingFault(operation: Operation, ordered: OrderedFault): Promise<Cell> {
	const service = await startService({ apiKeys: [SECRET] });
	try {
		const subject = subjectOf(operation, service);
		await order(service, subject, ordered, Infinity);
		const result = await run(operation, service, subject, ordered, 'continueRegularOutput');
		expectNoKey(result);
		expect(result.error).toBeUndefined();
		const failed = result.items.filter(isFailed);
		const sent = service.requests.filter((request) => isHit(subject, request)).length;
		if (ordered.fault === 'unreachable') {
			expect(failed).toHaveLength(subject.items);
			expect(detailsOf(failed[0])).toMatchObject({ attempts: MAX_ATTEMPTS });
			return { sent: 0, message: failed[0]?.json.error as string };
		}
		expectOthers(subject, result.items);
		expectNoRunTwice(service);
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
	operation: Operation,
	ordered: OrderedFault,
	message: string,
): Promise<boolean> {
	const service = await startService({ apiKeys: [SECRET] });
	try {
		const subject = subjectOf(operation, service);
		await order(service, subject, ordered, 1);
		const result = await run(operation, service, subject, ordered, 'stopWorkflow');
		expectNoKey(result);
		expectNoRunTwice(service);
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
	{ fault }: OrderedFault,
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
	operation: Operation,
	service: Service,
	subject: Subject,
	{ requestTimeout }: OrderedFault,
	onError: 'continueRegularOutput' | 'stopWorkflow',
): Promise<ExecutionResult> {
	return await engine().execute({
		node: 'webData',
		parameters: {
			resource: resourceOf(operation),
			operation,
			...subject.parameters,
			options: { maxAttempts: MAX_ATTEMPTS },
			...(requestTimeout && { requestOptions: { timeout: requestTimeout } }),
		},
		credentials: { apiKey: SECRET, baseUrl: service.url },
		items: Array.from({ length: subject.items }, () => ({})),
		files: subject.files,
		onError,
	});
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

function detailsOf(item: INodeExecutionData | undefined): unknown {
	return item?.json.details;
}

/** Every item but the one that was hit has brought something, and nothing was brought twice. */
function expectOthers({ items, hitItem }: Subject, output: INodeExecutionData[]): void {
	const origins = output.filter((item) => !isFailed(item)).map(({ pairedItem }) => pairedItem);
	for (let item = 0; item < items; item++) {
		if (item !== hitItem) expect(origins).toContainEqual({ item });
	}
	if (items > 1) expect(origins.length).toBeLessThanOrEqual(items);
}

/** No prompt has started two runs: the others have prompts of their own. */
function expectNoRunTwice({ agentRuns }: Service): void {
	const prompts = agentRuns.all
		.map(({ request }) => request.prompt)
		.filter((prompt) => prompt.startsWith('Number'));
	expect(prompts).toEqual([...new Set(prompts)]);
}

function expectNoKey({ items, errorItems, execution, error, log }: ExecutionResult): void {
	const { message, description, stack, cause } =
		error ?? ({} as Partial<NonNullable<typeof error>>);
	for (const place of [items, errorItems, execution, { message, description, stack, cause }, log]) {
		expect(stringify(place)).not.toContain(SECRET);
	}
}
