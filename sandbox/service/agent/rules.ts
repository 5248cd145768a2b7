import {
	custom,
	flag,
	list,
	numeric,
	object,
	oneOf,
	text,
	webAddress,
} from '../http/validation.ts';
import { openAddress } from '../http/webAddress.ts';
import { uuid } from '../jobs/jobId.ts';
import { webhook } from '../jobs/webhook.ts';
import { auditMetadata } from '../team/auditMetadata.ts';
import { threatProtection } from '../team/threatProtection.ts';
import { isJsonSchema } from './sampleData.ts';

/** The supplement's "Start request body". */
export interface AgentRequest {
	prompt: string;
	urls?: string[];
	schema?: Record<string, unknown>;
	maxCredits?: number;
	strictConstrainToURLs?: boolean;
	model?: string;
	/** An address, or an object with one. */
	webhook?: unknown;
	effort?: 'low' | 'medium' | 'high';
	threadId?: string;
	mode?: 'extract' | 'chat';
	origin?: string;
	integration?: string;
	threatProtection?: unknown;
}

const fields = {
	prompt: text({ min: 1, max: 10_000 }),
	urls: list(webAddress),
	schema: object({}),
	maxCredits: numeric({ above: 0 }),
	strictConstrainToURLs: flag,
	model: oneOf(['spark-2', 'spark-1-mini', 'spark-1-pro']),
	webhook: webhook(['started', 'action', 'completed', 'failed', 'cancelled']),
	auditMetadata,
	threatProtection,
	origin: text(),
	integration: text(),
};

export const agentRequestRule = object(
	{
		...fields,
		effort: oneOf(['low', 'medium', 'high']),
		threadId: text({ pattern: uuid, means: 'a UUID' }),
		mode: oneOf(['extract', 'chat']),
	},
	{ required: ['prompt'], body: true },
);

/** As the open server of 2026 has it: without threads, chat and effort. */
export const openAgentRequestRule = object(
	{
		...fields,
		urls: list(openAddress),
		schema: custom(isJsonSchema, 'Invalid JSON schema: schema is invalid'),
		maxCredits: numeric(),
	},
	{ required: ['prompt'], body: true },
);
