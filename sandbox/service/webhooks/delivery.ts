import { createHmac, randomUUID } from 'node:crypto';

/** Where a job's events are sent, as a request names it (service facts, "Webhooks"). */
export interface WebhookTarget {
	url: string;
	headers?: Record<string, string>;
	metadata?: Record<string, unknown>;
	/** Full names, or what follows their first dot; all where left out or empty. */
	events?: string[];
}

/** What happened, before it is addressed. */
export interface WebhookEvent {
	/** Such as `crawl.page`. */
	type: string;
	/** Of the job, or of a monitor's check. */
	id: string;
	success: boolean;
	data: unknown[];
	error?: string;
}

/** One try to deliver an event. */
export interface DeliveryAttempt {
	/** Unix milliseconds. */
	at: number;
	/** What the receiver answered; 0 where no answer came in time. */
	status: number;
}

/** An event on its way, with all that was tried. */
export interface Delivery {
	url: string;
	event: WebhookEvent;
	webhookId: string;
	headers: Record<string, string>;
	body: string;
	attempts: DeliveryAttempt[];
}

/** The `webhook` field of a request as a target; undefined where there is none. */
export function targetOf(webhook: unknown): WebhookTarget | undefined {
	if (typeof webhook === 'string' && webhook !== '') return { url: webhook };
	return typeof webhook === 'object' && webhook !== null ? (webhook as WebhookTarget) : undefined;
}

/** Whether a target wants events of this type. */
export function wants({ events = [] }: WebhookTarget, type: string): boolean {
	const shortName = type.slice(type.indexOf('.') + 1);
	return events.length === 0 || events.includes(type) || events.includes(shortName);
}

/** The signature header of a body: HMAC-SHA256 over its bytes. */
export function signatureOf(body: string, secret: string): string {
	return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** An event addressed and, with a secret, signed. */
export function deliveryOf(target: WebhookTarget, event: WebhookEvent, secret?: string): Delivery {
	const webhookId = randomUUID();
	const body = JSON.stringify({ ...event, webhookId, metadata: target.metadata ?? {} });
	return {
		url: target.url,
		event,
		webhookId,
		headers: {
			'content-type': 'application/json',
			...target.headers,
			...(secret !== undefined && { 'x-firecrawl-signature': signatureOf(body, secret) }),
		},
		body,
		attempts: [],
	};
}
