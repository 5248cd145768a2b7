import { readFileSync } from 'node:fs';

/** One line that n8n printed, in its JSON log format. */
export interface LogLine {
	level: string;
	message: string;
	/** The line as printed. */
	text: string;
}

/** What n8n says at every start and nobody here can act on. */
const KNOWN_WARNINGS = [
	/^\s*There are deprecations related to your n8n setup/,
	/^Migrations in progress/,
	/^Failed to start Python task runner/,
];

/** Everything n8n has printed, including lines that are no JSON (written before its logger runs). */
export function readLog(file: string): LogLine[] {
	return readFileSync(file, 'utf8')
		.split('\n')
		.filter((text) => text.trim() !== '')
		.map(parseLine);
}

/** The lines of the log that speak of trouble: errors, unknown warnings, and raw output such as stack traces. */
export function troubleIn(lines: LogLine[]): LogLine[] {
	return lines.filter(
		({ level, message }) =>
			['error', 'warn', 'stderr'].includes(level) &&
			!KNOWN_WARNINGS.some((known) => known.test(message)),
	);
}

function parseLine(text: string): LogLine {
	try {
		const line: unknown = JSON.parse(text);
		if (typeof line === 'object' && line !== null && 'level' in line && 'message' in line) {
			return { level: String(line.level), message: String(line.message), text };
		}
	} catch {
		// Not from the logger.
	}
	return {
		level: /error|warn|exception|^\s+at /i.test(text) ? 'stderr' : 'plain',
		message: text,
		text,
	};
}
