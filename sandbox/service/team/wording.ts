import type { Deployment } from '../deployment.ts';
import type { ThreatProtection } from './threatProtection.ts';

/** What a deployment says of keys, plans and limits. */
export interface Wording {
	/** 401: the request has no Authorization header, an empty key, or one that is not accepted. */
	key: Record<'missing' | 'empty' | 'wrong', string>;
	/** 503 for a token of the kind that applications get; undefined where it is like any key. */
	noApplications?: string;
	/** 402. */
	noCredits: string;
	/** 403 when a request brings `threatProtection` that the team may not use. */
	threatProtection: Record<
		Exclude<ThreatProtection, 'enabled'>,
		{ error: string; details?: string }
	>;
	/** Whether a rate limit's wait is told in a header, or in the text. */
	tellsWaitIn: 'header' | 'text';
	/** 429, if the wait is told in the text. `endsAt` in unix milliseconds. */
	rateLimit(state: { consumed: number; seconds: number; endsAt: number }): string;
}

const INVALID = 'Unauthorized: Invalid token';

const hosted: Wording = {
	key: { missing: INVALID, empty: INVALID, wrong: INVALID },
	noCredits: 'Payment Required: Insufficient credits',
	threatProtection: {
		disabled: {
			error: 'Forbidden',
			details: 'Threat protection is not enabled for this team.',
		},
		noOverrides: {
			error: 'Forbidden',
			details: 'The organization does not allow per-request threat protection.',
		},
	},
	tellsWaitIn: 'header',
	rateLimit: ({ seconds }) =>
		`Rate limit exceeded. Wait for the next minute, or retry after ${seconds}s.`,
};

const open: Wording = {
	key: { missing: 'Unauthorized', empty: 'Unauthorized: Token missing', wrong: INVALID },
	noApplications: 'OAuth authentication is temporarily unavailable',
	noCredits:
		'Insufficient credits to perform this request. For more credits, you can upgrade your plan at https://firecrawl.dev/pricing or try changing the request limit to a lower value.',
	threatProtection: {
		disabled: {
			error:
				'Threat protection is an enterprise feature and is not enabled for your team. Contact support@firecrawl.com to explore whether it can be enabled for your team.',
		},
		noOverrides: {
			error: 'Your organization does not allow threat protection to be set per request.',
		},
	},
	tellsWaitIn: 'text',
	rateLimit: ({ consumed, seconds, endsAt }) =>
		[
			`Rate limit exceeded. Consumed (req/min): ${consumed}, Remaining (req/min): 0.`,
			'Upgrade your plan at https://firecrawl.dev/pricing for increased rate limits',
			`or please retry after ${seconds}s, resets at ${new Date(endsAt).toString()}`,
		].join(' '),
};

export const wordings: Record<Deployment, Wording> = { hosted, open2026: open, open2025: open };
