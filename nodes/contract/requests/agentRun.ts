import {
	checkedFields,
	FieldError,
	flag,
	httpUrl,
	oneOf,
	positiveNumber,
	required,
	text,
	textList,
	textUpTo,
} from '../checks';
import { pathId } from '../pathId';
import type { JsonSchema } from '../resultSchema';
import { auditMetadata, threatProtection } from './groups';

const FIELDS = {
	prompt: textUpTo(10_000),
	urls: (field: string, value: unknown) =>
		textList(field, value, { commas: false }).map((url) => httpUrl(field, url)),
	maxCredits: positiveNumber,
	strictConstrainToURLs: flag,
	// More models may come, so any name is let through (supplement, "Start request body").
	model: text,
	effort: oneOf('low', 'medium', 'high'),
	webhook: httpUrl,
	threadId: text,
	mode: oneOf('extract', 'chat'),
	auditMetadata,
	threatProtection,
};

/**
 * The body of `POST /v2/agent` (supplement, "Start request body").
 *
 * @param body the fields as the user gave them
 * @param schema of the wanted result, already checked
 * @throws FieldError naming the field and the rule
 */
export function agentRequest(
	body: Record<string, unknown>,
	schema?: JsonSchema,
): Record<string, unknown> {
	required(body, 'prompt');
	const request = { ...checkedFields(FIELDS, body), ...(schema && { schema }) };
	if ('strictConstrainToURLs' in request && request.strictConstrainToURLs && !('urls' in request)) {
		throw new FieldError('strictConstrainToURLs', 'needs at least one entry in URLs', undefined);
	}
	return request;
}

/** The id of a snapshot, to be encoded as part of a path. @throws FieldError */
export function snapshotIdOf(value: unknown): string {
	return pathId(value, 'snapshotId', 'a snapshot');
}
