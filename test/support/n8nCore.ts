import { createRequire } from 'node:module';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { IRunExecutionData } from 'n8n-workflow';

type CurrentCore = typeof import('n8n-core');

/** `n8n-core` of n8n 1 or 2; what only the newer one has is optional. */
export type N8nCore = Omit<CurrentCore, 'PollTriggerExecutor'> &
	Partial<Pick<CurrentCore, 'PollTriggerExecutor'>>;
export type N8nWorkflow = typeof import('n8n-workflow');

/** The n8n packages a test runs on, and everything n8n logged since they were loaded. */
export interface LoadedCore {
	core: N8nCore;
	workflow: N8nWorkflow;
	/** n8n's dependency container; classes are looked up by the constructors `core` exports. */
	container: { get<T>(service: abstract new (...args: never[]) => T): T };
	/** One entry per log line: level, message and metadata, errors with message, stack and cause. */
	log: string[];
	/** Frees the expression engine's isolates. */
	dispose(): Promise<void>;
}

interface ReplaceableLogger {
	setInternalLogger(logger: LogSink): void;
}

interface LogSink {
	log(level: string, message: string, metadata?: unknown): void;
	child(scope: unknown): LogSink;
}

type ExpressionEngine = Pick<
	N8nWorkflow['Expression'],
	'initExpressionEngine' | 'disposeExpressionEngine'
>;

/**
 * What evaluates expressions: n8n's isolated `vm`, or as before n8n 2 the process itself, which is
 * several times faster for tests that are not about expressions.
 */
export type ExpressionEngineName = 'vm' | 'legacy';

/** The defaults of n8n's `N8N_EXPRESSION_ENGINE_*` settings. */
const EXPRESSION_ENGINE = {
	poolSize: 1,
	maxCodeCacheSize: 1024,
	bridgeTimeout: 5000,
	bridgeMemoryLimit: 128,
} as const;

const loadedCores = new Map<string, Promise<LoadedCore>>();

/**
 * Loads `n8n-core` as the folder `from` resolves it, with a user folder of its own that is removed
 * when the process ends. The only place where the tests load n8n: another version is another folder.
 */
export async function loadCore(
	from: string,
	expressions: ExpressionEngineName = 'vm',
): Promise<LoadedCore> {
	const folder = resolve(from);
	const loading = loadedCores.get(folder) ?? prepareCore(folder, expressions);
	loadedCores.set(folder, loading);
	return await loading;
}

async function prepareCore(folder: string, engine: ExpressionEngineName): Promise<LoadedCore> {
	setEnvironment();
	// n8n loads nodes in another way when it believes to be under test itself.
	const { NODE_ENV } = process.env;
	process.env.NODE_ENV = 'production';
	try {
		const requireHere = createRequire(join(folder, 'package.json'));
		const requireInCore = createRequire(requireHere.resolve('n8n-core'));
		const core = requireHere('n8n-core') as N8nCore;
		// The engine's own copy, not the tests': both keep state in static members.
		const workflow = requireInCore('n8n-workflow') as N8nWorkflow;
		const { Container } = requireInCore('@n8n/di') as { Container: LoadedCore['container'] };
		const { Logger } = requireInCore('@n8n/backend-common') as {
			Logger: abstract new () => ReplaceableLogger;
		};

		const log: string[] = [];
		Container.get(Logger).setInternalLogger(recordInto(log));
		const expressions = workflow.Expression as Partial<ExpressionEngine>;
		await expressions.initExpressionEngine?.({ ...EXPRESSION_ENGINE, engine });

		return {
			core,
			workflow,
			container: Container,
			log,
			dispose: async () => {
				loadedCores.delete(folder);
				await expressions.disposeExpressionEngine?.();
			},
		};
	} finally {
		if (NODE_ENV === undefined) delete process.env.NODE_ENV;
		else process.env.NODE_ENV = NODE_ENV;
	}
}

function setEnvironment() {
	const userFolder = mkdtempSync(join(tmpdir(), 'n8n-engine-'));
	process.once('exit', () => {
		rmSync(userFolder, { recursive: true, force: true });
	});
	Object.assign(process.env, {
		N8N_USER_FOLDER: userFolder,
		N8N_ENCRYPTION_KEY: 'key-of-the-engine-tests',
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'false',
		N8N_LOG_LEVEL: 'debug',
		GENERIC_TIMEZONE: 'UTC',
	});
}

function recordInto(log: string[]): LogSink {
	const sink: LogSink = {
		log: (level, message, metadata) => {
			log.push([level, message, asText(metadata)].join(' '));
		},
		child: () => sink,
	};
	return sink;
}

/** JSON with repeated objects cut and errors written out, so that a leaked secret would show. */
function asText(value: unknown): string {
	const seen = new WeakSet<object>();
	return JSON.stringify(value ?? {}, (_key, entry: unknown) => {
		if (typeof entry !== 'object' || entry === null) return entry;
		if (seen.has(entry)) return '[seen]';
		seen.add(entry);
		if (!(entry instanceof Error)) return entry;
		const { name, message, stack, cause } = entry;
		return { ...Object.fromEntries(Object.entries(entry)), name, message, stack, cause };
	});
}

/** Run data in the shape that every supported version of n8n accepts. */
export function runDataStartingWith(
	stack: NonNullable<IRunExecutionData['executionData']>['nodeExecutionStack'],
	{ createRunExecutionData }: N8nWorkflow,
): IRunExecutionData {
	const executionData = {
		contextData: {},
		nodeExecutionStack: stack,
		metadata: {},
		waitingExecution: {},
		waitingExecutionSource: {},
	};
	return createRunExecutionData({ executionData });
}
