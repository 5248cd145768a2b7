import type {
	IDataObject,
	IExecuteData,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	INodeExecutionData,
	INodeParameters,
	IRunExecutionData,
} from 'n8n-workflow';

/** A job that was started before the execution fell asleep. */
export interface SleepingJob {
	/** What the kind of job is called. */
	noun: string;
	jobId: string;
	/** Answer of the start. */
	started: IDataObject;
	/** Unix milliseconds. */
	startedAt: number;
}

/** What a sleeping node execution keeps in n8n's database. */
export interface Sleep {
	/** The jobs that are waited for, by the input item and its how manieth job each is. */
	jobs: Record<string, SleepingJob>;
	/** Output items of the input items that wait for nothing, by their index. */
	ended: Record<number, INodeExecutionData[]>;
	/** What was chosen for the other input items: their expressions may give something else by now. */
	selections?: Record<number, unknown>;
	/** The node's parameters: a user may change them before n8n tries the execution again. */
	parameters?: INodeParameters;
}

/** Ends the work on an input item whose job is waited for in sleep. */
export class Asleep extends Error {
	constructor() {
		super('The execution waits for the service');
	}
}

/** Under which name a sleep stands beside what n8n itself keeps of a node execution. */
const KEY = 'webDataSleep';

/** The sleep that a node execution has woken from, or is in. */
export function sleepOf(executeData: IExecuteData | undefined): Sleep | undefined {
	const metadata = executeData?.metadata as { [KEY]?: Sleep } | undefined;
	return metadata?.[KEY];
}

/** What the functions of an item have beyond their type (engine facts 2, "Waiting without a worker"). */
type Engine = Pick<IExecuteFunctions, 'putExecutionToWait'> & {
	runExecutionData: IRunExecutionData;
};

/**
 * Puts the execution to sleep until it is called or the time is over. n8n does not execute a node
 * again that has slept, and passes on its input instead. So a copy of the node's place in the line is
 * put in behind it, which n8n executes like any other, and nothing is left to pass on.
 *
 * @param until Unix milliseconds
 */
export async function fallAsleep(
	item: IExecuteSingleFunctions,
	sleep: Sleep,
	until: number,
): Promise<void> {
	const { putExecutionToWait, runExecutionData } = item as unknown as Engine;
	const { executionData, resultData } = runExecutionData;
	const place = item.getExecuteData();
	const { parameters } = place.node;
	const metadata = { ...place.metadata, [KEY]: { ...sleep, parameters } };
	const runIndex = resultData.runData[place.node.name]?.length ?? 0;
	executionData?.nodeExecutionStack.unshift({ ...place, metadata, runIndex });
	place.metadata = metadata;
	place.data = { main: [[]] };
	// n8n would else make up an item for the next nodes.
	place.node = { ...place.node, alwaysOutputData: false };
	await putExecutionToWait.call(item, new Date(until));
}
