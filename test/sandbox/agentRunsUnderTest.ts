import { AgentRuns, type AgentRunsOptions } from '../../sandbox/service/index.ts';
import { TestClock } from './serviceUnderTest.ts';

export const HOUR = 3_600_000;

/** The model of the runs and its clock. */
export function runs(options: Partial<AgentRunsOptions> = {}): {
	model: AgentRuns;
	clock: TestClock;
} {
	const clock = new TestClock();
	return { model: new AgentRuns({ now: clock.now, ...options }), clock };
}
