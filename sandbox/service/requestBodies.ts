import {
	flag,
	list,
	numeric,
	object,
	oneOf,
	eitherOf,
	text,
	webAddress,
	type Rule,
} from './validation.ts';

export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const auditMetadata = object(
	{ username: text({ max: 1024 }) },
	{ required: ['username'], strict: true },
);

const domain = text({
	pattern: /^(\*\.)?([a-z0-9_]([a-z0-9_-]*[a-z0-9_])?\.)*[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i,
	means: 'a domain or *.domain without protocol, path or port',
});

const threatProtection = object({
	mode: oneOf(['off', 'normal']),
	blacklist: list(domain, { max: 1000 }),
	whitelist: list(domain, { max: 1000 }),
	blockedTlds: list(
		text({
			pattern: /^(?!.*[A-Z.])\S+$/,
			means: 'a top-level domain in lower case without the leading dot',
		}),
		{ max: 1000 },
	),
	failurePolicy: oneOf(['open', 'closed']),
	riskScoreThreshold: numeric({ integer: true, min: 0, max: 100 }),
});

const location = object({
	country: text({ pattern: /^[A-Z]{2}$/, means: 'an ISO 3166-1 alpha-2 code' }),
	languages: list(text()),
});

/** The contract's "Map request body". */
export interface MapRequest {
	url: string;
	search?: string;
	sitemap?: 'skip' | 'include' | 'only';
	includeSubdomains?: boolean;
	ignoreQueryParameters?: boolean;
	ignoreCache?: boolean;
	limit?: number;
	/** Milliseconds. */
	timeout?: number;
	threatProtection?: { mode?: 'off' | 'normal' };
}

export const mapRequestRule: Rule = object(
	{
		url: webAddress,
		search: text(),
		sitemap: oneOf(['skip', 'include', 'only']),
		includeSubdomains: flag,
		ignoreQueryParameters: flag,
		ignoreCache: flag,
		limit: numeric({ integer: true, min: 1, max: 100_000 }),
		timeout: numeric({ integer: true, above: 0 }),
		location,
		auditMetadata,
		threatProtection,
	},
	{ required: ['url'] },
);

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

const webhookEvents = ['started', 'action', 'completed', 'failed', 'cancelled'];

const webhook = eitherOf(
	webAddress,
	object(
		{
			url: webAddress,
			headers: object({}),
			metadata: object({}),
			events: list(oneOf(webhookEvents)),
		},
		{ required: ['url'] },
	),
);

export const agentRequestRule: Rule = object(
	{
		prompt: text({ min: 1, max: 10_000 }),
		urls: list(webAddress),
		schema: object({}),
		maxCredits: numeric({ above: 0 }),
		strictConstrainToURLs: flag,
		model: oneOf(['spark-2', 'spark-1-mini', 'spark-1-pro']),
		effort: oneOf(['low', 'medium', 'high']),
		webhook,
		threadId: text({ pattern: uuid, means: 'a UUID' }),
		mode: oneOf(['extract', 'chat']),
		auditMetadata,
		threatProtection,
		origin: text(),
		integration: text(),
	},
	{ required: ['prompt'] },
);
