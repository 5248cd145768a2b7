import type { IRun, IRunExecutionData, ITaskData } from 'n8n-workflow';
import { parse } from 'flatted';

/** A finished execution, as n8n saved it. */
export interface Execution {
	id: string;
	status: IRun['status'];
	data: IRunExecutionData;
	/** The execution's data as saved: what a search for secrets has to look through. */
	saved: string;
}

/** An answer of `/rest/executions/{id}`, as far as it is read here. */
export interface ExecutionAnswer {
	id: string;
	status: IRun['status'];
	/** In the `flatted` format. */
	data: string;
}

export function readExecution({ id, status, data }: ExecutionAnswer): Execution {
	return { id, status, data: parse(data) as IRunExecutionData, saved: data };
}

/** The items of a node's first run, first output. */
export function outputItems(execution: Execution, nodeName: string) {
	return taskOf(execution, nodeName)?.data?.main?.[0] ?? [];
}

/** The error that stopped the execution. */
export function errorOf(execution: Execution) {
	return execution.data.resultData.error;
}

function taskOf(execution: Execution, nodeName: string): ITaskData | undefined {
	return execution.data.resultData.runData[nodeName]?.[0];
}
