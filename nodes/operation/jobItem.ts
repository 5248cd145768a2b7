import type { IDataObject } from 'n8n-workflow';

/**
 * How a batch or crawl stands, as fields of an item: an item with `error` n8n takes for a failed node,
 * which Retry On Fail would have do, and pay for, everything again.
 *
 * @param state what the service says of it; servers that do not count credits say -1
 */
export function jobItem({ error, creditsUsed, ...others }: IDataObject): IDataObject {
	return {
		...others,
		...(Number(creditsUsed) >= 0 && { creditsUsed }),
		...(error !== undefined && { jobError: error }),
	};
}
