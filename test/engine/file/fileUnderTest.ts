import type { IBinaryKeyData, IDataObject, INodeParameters } from 'n8n-workflow';

import type { LoggedRequest, Service } from '../../../sandbox/service/index.ts';
import type { ExecutionResult, StartedExecution } from '../../support/engine.ts';
import { inputFile, type BinaryMode, type GivenFile } from '../../support/inputFiles.ts';
import { engine, startWebData, type RunOptions } from '../webDataUnderTest.ts';

export * from '../webDataUnderTest.ts';

/** A page with a heading, kept by n8n with name and type. */
export const PAGE: GivenFile = {
	content: Buffer.from(
		'<!doctype html><html lang="en"><head><title>Offer</title></head><body><main><h1>Chairs</h1><p>Twelve oak chairs, see <a href="/terms">terms</a>.</p></main></body></html>',
	),
	name: 'offer.html',
	type: 'text/html',
};

/** Files as the field `data` of an item each. */
export async function filesOf(
	given: GivenFile[],
	mode?: BinaryMode,
): Promise<{ items: IDataObject[]; files: IBinaryKeyData[] }> {
	const files = await Promise.all(given.map((file) => inputFile(engine(), file, mode)));
	return {
		items: files.map((_, number) => ({ number })),
		files: files.map((data) => ({ data })),
	};
}

/** Runs Parse in the engine against a stand-in. */
export async function parse(
	service: Pick<Service, 'url'>,
	parameters: INodeParameters,
	options: RunOptions,
): Promise<ExecutionResult> {
	return await startParse(service, parameters, options).promise;
}

/** As `parse`, while it runs. */
export function startParse(
	service: Pick<Service, 'url'>,
	parameters: INodeParameters,
	options: RunOptions,
): StartedExecution<ExecutionResult> {
	return startWebData(service, { resource: 'file', operation: 'parse', ...parameters }, options);
}

export interface SentPart {
	name: string;
	fileName?: string;
	contentType?: string;
	size: number;
	sha256: string;
	text?: string;
}

/** The form of a request, as the stand-in has logged it. */
export function formOf(request: LoggedRequest | undefined): {
	options: unknown;
	file: SentPart | undefined;
} {
	const parts = request?.body as SentPart[];
	const options = parts.find(({ name }) => name === 'options')?.text ?? 'null';
	return { options: JSON.parse(options), file: parts.find(({ name }) => name === 'file') };
}
