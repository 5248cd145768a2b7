import type { INodeProperties } from 'n8n-workflow';

import { isBlank, wholeNumber } from '../../contract/checks';
import { creditsUnknown, tooFewCredits } from '../../messages/credits';
import { explain } from '../../messages/explain';
import { ExplainedFailure } from '../../messages/explanation';
import type { Call } from '../../operation/call';
import type { Operation } from '../../operation/operation';
import { readCredits } from '../resources/account/requests';

/** An option of everything that starts billed work. */
export const minCredits: INodeProperties = {
	displayName: 'Min Credits',
	name: 'minCredits',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 100,
	description:
		'How many credits the account must have left. With fewer, the node starts nothing and fails. The balance is read once, before the first item, at no cost.',
};

/**
 * The same operation, which begins an item only while the account has enough credits left.
 *
 * @param steps of an operation whose options have Min Credits
 */
export function ifCreditsLeft<Selection>({
	fields,
	read,
	work,
}: Operation<Selection>): Operation<{ least?: number; selection: Selection }> {
	return {
		fields,
		read: (input) => {
			const chosen = input.parameter('options.minCredits', '');
			const least = isBlank(chosen) ? undefined : wholeNumber(1)('minCredits', chosen);
			return { least, selection: read(input) };
		},
		work: async (call, { least, selection }) => {
			// What was started before a sleep is paid already.
			if (least !== undefined && !call.execution.before) await requireCredits(call, least);
			return await work(call, selection);
		},
	};
}

const SHARED = 'credits of the account';

/**
 * Looks at the account's balance, once for all items of a node execution.
 *
 * @throws ExplainedFailure where less is left, or the balance cannot be read
 */
async function requireCredits(call: Call, least: number): Promise<void> {
	const { shared } = call.execution;
	const known = shared.get(SHARED) as ReturnType<typeof readCredits> | undefined;
	const reading = known ?? readCredits(call);
	shared.set(SHARED, reading);
	const { remainingCredits } = await reading.catch((error: unknown) => {
		throw new ExplainedFailure(creditsUnknown(explain(error)));
	});
	if (remainingCredits < least) {
		throw new ExplainedFailure(tooFewCredits(remainingCredits, least));
	}
}
