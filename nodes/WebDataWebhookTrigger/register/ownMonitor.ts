import { createHash } from 'node:crypto';

import type { IHookFunctions } from 'n8n-workflow';

import { isRecord } from '../../contract/checks';
import { accountOf, CREDENTIAL, type Account } from '../../transport/account';
import { ErrorAnswer } from '../../transport/failure';
import { Lane } from '../../transport/lane';
import { readRoute, requestRoute, type RequestLimits } from '../../transport/request';
import {
	CREATE,
	MONITORS,
	READ,
	routeOf,
	RUN,
	UPDATE,
} from '../../WebData/resources/monitor/requests';
import { requireField, unexpectedAnswer } from '../../transport/requireField';
import { hasMark, monitorMark } from '../monitorMark';
import { addressOf, wantedMonitor } from './wantedMonitor';

/** What n8n keeps of the trigger. */
interface Registration {
	/** Of the monitor that calls this trigger. */
	monitorId?: string;
	/** Of its account and all that it was told. */
	digest?: string;
}

const PAGE_SIZE = 100;
const MAX_LIST_PAGES = 20;

/** What a change has to send of fields that the user has taken away (service facts, "G. Monitor"). */
const UNSET = { goal: null, notification: null, retentionDays: 30 };

/** The monitor at the service that belongs to a trigger: made, found again, changed and deleted. */
export class OwnMonitor {
	private constructor(
		private readonly context: IHookFunctions,
		private readonly account: Account,
		private readonly limits: RequestLimits,
	) {}

	static async of(context: IHookFunctions): Promise<OwnMonitor> {
		const account = accountOf(await context.getCredentials(CREDENTIAL));
		return new OwnMonitor(context, account, { account, lane: new Lane(1) });
	}

	/**
	 * Whether there is one; where it differs from what the user describes, it is changed. Of a test
	 * there is none: one that an earlier test left behind is deleted, as nothing would have it check.
	 */
	async exists(): Promise<boolean> {
		if (this.isTest) {
			await this.delete();
			return false;
		}
		const found = await this.find();
		if (!found) return false;
		const body = wantedMonitor(this.context, this.account);
		const isAsWanted = this.registration.digest === this.digestOf(body);
		if (!isAsWanted || found.status !== 'active') {
			const path = routeOf(String(found.id));
			const changed = { ...UNSET, ...body, status: 'active' };
			await this.send(UPDATE, { method: 'PATCH', path, body: changed });
		}
		this.register(String(found.id), body);
		return true;
	}

	/** A test listens for two minutes only, so that a check is begun at once for it. */
	async create(): Promise<void> {
		const body = wantedMonitor(this.context, this.account);
		const { data } = await this.send(CREATE, { method: 'POST', path: MONITORS, body });
		if (!isRecord(data) || typeof data.id !== 'string') throw unexpectedAnswer('monitor');
		this.register(data.id, body);
		if (!this.isTest) return;
		await this.send(RUN, { method: 'POST', path: routeOf(data.id, '/run') });
	}

	/** Deletes it where it is still there. */
	async delete(): Promise<void> {
		const found = await this.find();
		if (found) {
			const path = routeOf(String(found.id));
			await this.send(READ, { method: 'DELETE', path }).catch(unlessUnknown);
		}
		delete this.registration.monitorId;
		delete this.registration.digest;
	}

	/** Whether the trigger is listened to in the editor; at the deletion n8n does not say so. */
	private get isTest(): boolean {
		return this.context.getMode() === 'manual';
	}

	private get registration(): Registration {
		return this.context.getWorkflowStaticData('node');
	}

	private register(monitorId: string, body: Record<string, unknown>): void {
		Object.assign(this.registration, { monitorId, digest: this.digestOf(body) });
	}

	private digestOf(body: Record<string, unknown>): string {
		const text = `${this.account.digest}\n${JSON.stringify(body)}`;
		return createHash('sha256').update(text).digest('hex');
	}

	/** By its id, or where that was lost with the answer of its creation, by its address and mark. */
	private async find(): Promise<Record<string, unknown> | undefined> {
		const { monitorId } = this.registration;
		if (monitorId !== undefined) {
			const answer = await readRoute(this.context, READ, routeOf(monitorId), this.limits).catch(
				unlessUnknown,
			);
			if (isRecord(answer?.data) && isThere(answer.data)) return answer.data;
		}
		return await this.findByAddress();
	}

	private async findByAddress(): Promise<Record<string, unknown> | undefined> {
		const url = addressOf(this.context);
		const mark = monitorMark(this.context);
		for (let page = 0; page < MAX_LIST_PAGES; page++) {
			const qs = { limit: PAGE_SIZE, offset: page * PAGE_SIZE };
			const answer = await readRoute(this.context, READ, MONITORS, { ...this.limits, qs });
			const monitors = requireField(answer, 'data', 'list', 'list of monitors').filter(isRecord);
			const own = monitors.find(
				(monitor) =>
					isThere(monitor) &&
					isRecord(monitor.webhook) &&
					monitor.webhook.url === url &&
					hasMark(monitor, mark),
			);
			if (own || monitors.length < PAGE_SIZE) return own;
		}
		return undefined;
	}

	private async send(
		kind: Parameters<typeof requestRoute>[1],
		request: Parameters<typeof requestRoute>[2],
	): Promise<Record<string, unknown>> {
		return await requestRoute(this.context, kind, request, this.limits);
	}
}

/** The service may still show a monitor that was deleted. */
function isThere({ status }: Record<string, unknown>): boolean {
	return status !== 'deleted';
}

/** @throws the error, unless the service itself does not know the monitor */
function unlessUnknown(error: unknown): undefined {
	if (error instanceof ErrorAnswer && error.status === 404 && error.isFromService) return undefined;
	throw error;
}
