import { isBlank } from './checks';

/** Fields by which an answer tells what code or words did in a browser (service, F). */
const OUTPUT = ['output', 'stdout', 'stderr', 'result', 'exitCode', 'killed'];

/**
 * Whether an answer tells what was done in a browser, however that ended. Where nothing was put out,
 * a success may have the address of the live view alone.
 */
export function hasOutput(answer: Record<string, unknown>): boolean {
	const isSeen = answer.success === true && typeof answer.liveViewUrl === 'string';
	return isSeen || OUTPUT.some((name) => name in answer);
}

/** Whether code or words failed in a browser. For code in a session the service says success all the same. */
export function hasFailed(answer: Record<string, unknown>): boolean {
	const { success, killed, exitCode, error } = answer;
	const hasExited = typeof exitCode === 'number' && exitCode !== 0;
	return success === false || killed === true || hasExited || !isBlank(error);
}
