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
} from './checks';
import { schemaFromExample, schemaFromFields, schemaFromJson } from './resultSchema';
import { auditMetadata, threatProtection } from './sharedFields';

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

/** The three ways to describe the wanted result, of which an input item gives at most one. */
const SCHEMA_SOURCES = {
	schemaFields: schemaFromFields,
	schemaExample: schemaFromExample,
	schemaJson: schemaFromJson,
};

/**
 * The body of `POST /v2/agent` (supplement, "Start request body").
 *
 * @param body the fields as the user gave them; the wanted result as one of `SCHEMA_SOURCES`
 * @throws FieldError naming the field and the rule
 */
export function agentRequest(body: Record<string, unknown>): Record<string, unknown> {
	required(body, 'prompt');
	const request = { ...checkedFields(FIELDS, body), ...checkedSchema(body) };
	if ('strictConstrainToURLs' in request && request.strictConstrainToURLs && !('urls' in request)) {
		throw new FieldError('strictConstrainToURLs', 'needs at least one entry in URLs', 'no URLs');
	}
	return request;
}

function checkedSchema(body: Record<string, unknown>): { schema?: unknown } {
	for (const [source, schemaFrom] of Object.entries(SCHEMA_SOURCES)) {
		if (source in body) return { schema: schemaFrom(source, body[source]) };
	}
	return {};
}

/**
 * The id of an agent run. It becomes part of a path, so that nothing but a UUID may pass.
 *
 * @throws FieldError
 */
export function jobIdOf(value: unknown, field = 'jobId'): string {
	const id = typeof value === 'string' ? value.trim() : value;
	if (typeof id === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return id;
	throw new FieldError(field, 'must be the id of an agent run, which is a UUID', value);
}

/** Addresses may not become longer than servers read. */
const MAX_SNAPSHOT_ID_LENGTH = 1000;

/**
 * The id of a snapshot, to be encoded as part of a path.
 *
 * @throws FieldError also for `.` and `..`, which no encoding keeps from changing the path
 */
export function snapshotIdOf(value: unknown): string {
	const id = typeof value === 'string' ? value.trim() : '';
	const isPlain = id !== '' && id !== '.' && id !== '..' && id.isWellFormed();
	if (isPlain && id.length <= MAX_SNAPSHOT_ID_LENGTH) return id;
	throw new FieldError('snapshotId', 'must be the id of a snapshot', value);
}
