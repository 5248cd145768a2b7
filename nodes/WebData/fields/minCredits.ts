import type { INodeProperties } from 'n8n-workflow';

import { isBlank, wholeNumber } from '../../contract/checks';
import { creditsUnknown, tooFewCredits } from '../../messages/credits';
import { explain } from '../../messages/explain';
import { ExplainedFailure } from '../../messages/explanation';
import type { Call } from '../../operation/call';
import type { Input } from '../../operation/input';
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

/** @returns undefined where the balance is not to be looked at. @throws FieldError */
export function readMinCredits(input: Input): number | undefined {
	const chosen = input.parameter('options.minCredits', '');
	return isBlank(chosen) ? undefined : wholeNumber(1)('minCredits', chosen);
}

/**
 * Looks at the account's balance, once for all items of a node execution. To be awaited before an
 * item's first request.
 *
 * @param least what must be left; undefined where that does not matter
 * @throws ExplainedFailure where less is left, or the balance cannot be read
 */
export async function requireCredits(call: Call, least: number | undefined): Promise<void> {
	if (least === undefined) return;
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

const SHARED = 'credits of the account';
