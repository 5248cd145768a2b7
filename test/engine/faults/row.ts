import type { Fault, Service } from '../../../sandbox/service/index.ts';

/**
 * What a fault must come to: `retried`, sent again as often as allowed, and got over when it passes;
 * `fails`, at the first answer; `lost`, the same, and the error says that work may have begun;
 * `works`, as if nothing were.
 */
export type Verdict = 'retried' | 'fails' | 'lost' | 'works';

/** What goes wrong. `unreachable` stops the service. */
type OrderedFault =
	Omit<Fault, 'times'> | 'unreachable' | ((service: Service) => Omit<Fault, 'times'>);

/** A fault, and what it must come to. */
export interface Row {
	/** As the table calls it. */
	name: string;
	fault: OrderedFault;
	verdict: Verdict;
	/** For work that is billed and must not begin twice, where that differs. */
	ofStart?: Verdict;
	/** For a poll of a trigger, where that differs. */
	ofPoll?: Verdict;
	/** Milliseconds that the operations are told to wait; a poll is given little time as well. */
	requestTimeout?: number;
	/** Tried only lasting, and on one operation after the other. */
	isHeavy?: boolean;
	/** Waited for so long that the test lets time pass faster. */
	isWaitedFor?: boolean;
}
