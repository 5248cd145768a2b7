import { flag, list, numeric, object, oneOf, text, webAddress } from '../http/validation.ts';
import { uuid } from '../jobs/jobId.ts';
import { webhook } from '../jobs/webhook.ts';
import { auditMetadata } from '../team/auditMetadata.ts';
import { threatProtection } from '../team/threatProtection.ts';

/** The supplement's "Start request body". */
export interface AgentRequest {
	prompt: string;
	urls?: string[];
	schema?: Record<string, unknown>;
	maxCredits?: number;
	strictConstrainToURLs?: boolean;
	model?: string;
	effort?: 'low' | 'medium' | 'high';
	threadId?: string;
	mode?: 'extract' | 'chat';
	origin?: string;
	integration?: string;
	threatProtection?: unknown;
}

export const agentRequestRule = object(
	{
		prompt: text({ min: 1, max: 10_000 }),
		urls: list(webAddress),
		schema: object({}),
		maxCredits: numeric({ above: 0 }),
		strictConstrainToURLs: flag,
		model: oneOf(['spark-2', 'spark-1-mini', 'spark-1-pro']),
		effort: oneOf(['low', 'medium', 'high']),
		webhook: webhook(['started', 'action', 'completed', 'failed', 'cancelled']),
		threadId: text({ pattern: uuid, means: 'a UUID' }),
		mode: oneOf(['extract', 'chat']),
		auditMetadata,
		threatProtection,
		origin: text(),
		integration: text(),
	},
	{ required: ['prompt'] },
);
