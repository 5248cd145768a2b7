import { ServiceError } from '../http/serviceError.ts';
import type { Outcome } from './agentEvents.ts';

/**
 * What a run will do, read from directives in its prompt. A prompt without any succeeds after
 * 1.5 s with data that conforms to the given schema. A directive may stand anywhere:
 *
 *   [lasts 3s]               duration: ms, s, m, h or d
 *   [ends refused]           succeeded, failed, refused, credit_limit_reached, cancelled, internal
 *                            (`failed` and `internal`: the same trace code from a tool and the system)
 *   [credits 12]             credits when complete; more than `maxCredits` ends the run at its cap
 *   [data {"any": "json"}]   the result
 *   [message Hello there]    the reply of a chat run
 *   [error Page is gone]     the status's `error` of a run that fails
 *   [retryable false]        the retryable flag of its terminal error
 *   [model spark-1-mini]     a run from before spark-2: no trace, no snapshots
 *   [reports queued]         the status told while the run has not ended
 *   [stumbles]               an error.occurred on the way, whatever the outcome
 *   [large 200kb]            the markdown artifact has this size (kb, mb)
 *   [rejected]               500 at submission: no run comes to be
 */
export interface Script {
	/** Milliseconds from start to end. */
	lasts: number;
	outcome: Outcome;
	/** Who reports the terminal error of a failed run. */
	failureSource: 'tool' | 'system';
	credits: number;
	/** Wrapped, so that `[data null]` differs from no directive. */
	data?: { value: unknown };
	message?: string;
	error?: string;
	retryable?: boolean;
	model: string;
	reports: string;
	stumbles: boolean;
	/** Bytes of the markdown artifact, 0 for its natural size. */
	large: number;
	rejected: boolean;
}

const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const outcomes: Record<string, Pick<Script, 'outcome' | 'failureSource'>> = {
	succeeded: { outcome: 'succeeded', failureSource: 'system' },
	failed: { outcome: 'failed', failureSource: 'tool' },
	internal: { outcome: 'failed', failureSource: 'system' },
	refused: { outcome: 'refused', failureSource: 'system' },
	cancelled: { outcome: 'cancelled', failureSource: 'system' },
	credit_limit_reached: { outcome: 'credit_limit_reached', failureSource: 'system' },
};

const directives: Record<string, (argument: string, script: Script) => boolean> = {
	lasts(argument, script) {
		const [, amount, unit = 's'] = /^(\d+(?:\.\d+)?) ?(ms|s|m|h|d)?$/.exec(argument) ?? [];
		script.lasts = Number(amount) * (units[unit] ?? 1000);
		return amount !== undefined;
	},
	ends(argument, script) {
		const ending = Object.hasOwn(outcomes, argument) ? outcomes[argument] : undefined;
		Object.assign(script, ending);
		return ending !== undefined;
	},
	credits(argument, script) {
		script.credits = Number(argument);
		return /^\d+$/.test(argument);
	},
	message(argument, script) {
		script.message = argument;
		return true;
	},
	error(argument, script) {
		script.error = argument;
		return true;
	},
	retryable(argument, script) {
		script.retryable = argument === 'true';
		return argument === 'true' || argument === 'false';
	},
	model(argument, script) {
		script.model = argument;
		return argument !== '';
	},
	reports(argument, script) {
		script.reports = argument;
		return argument !== '';
	},
	stumbles(argument, script) {
		script.stumbles = true;
		return argument === '';
	},
	large(argument, script) {
		const [, amount, unit] = /^(\d+) ?(kb|mb)$/i.exec(argument) ?? [];
		script.large = Number(amount) * (unit?.toLowerCase() === 'mb' ? 1024 * 1024 : 1024);
		return amount !== undefined;
	},
	rejected(argument, script) {
		script.rejected = true;
		return argument === '';
	},
};

/**
 * Reads the directives of a prompt; `model` is that of a run whose prompt names none. Throws 400 when
 * one is misspelt, rather than ignore it.
 */
export function readScript(prompt: string, model = 'spark-2'): Script {
	const script: Script = {
		lasts: 1500,
		outcome: 'succeeded',
		failureSource: 'system',
		credits: 15,
		model,
		reports: 'processing',
		stumbles: false,
		large: 0,
		rejected: false,
	};
	script.data = readData(prompt);
	for (const [directive, name = '', argument = ''] of prompt.matchAll(
		/\[([a-z]+)(?: ([^\]]*))?\]/g,
	)) {
		const read = Object.hasOwn(directives, name) ? directives[name] : undefined;
		if (read && !read(argument.trim(), script)) throw misspelt(directive);
	}
	return script;
}

/** JSON may hold brackets itself, so the directive ends at the first bracket that makes it JSON. */
function readData(prompt: string): Script['data'] {
	const start = prompt.indexOf('[data ');
	if (start < 0) return undefined;
	for (let end = prompt.indexOf(']', start); end >= 0; end = prompt.indexOf(']', end + 1)) {
		try {
			return { value: JSON.parse(prompt.slice(start + '[data '.length, end)) as unknown };
		} catch {
			continue;
		}
	}
	throw misspelt('[data ...]');
}

function misspelt(directive: string): ServiceError {
	return new ServiceError(400, 'Bad Request', {
		details: [
			{
				path: ['prompt'],
				message: `Sandbox directive not understood: ${directive}`,
				code: 'custom',
			},
		],
	});
}
