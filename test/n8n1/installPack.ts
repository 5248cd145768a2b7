import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TARGET = fileURLToPath(new URL('node_modules/n8n-nodes-web-data/', import.meta.url));

/** Puts the built pack beside n8n 1's packages, so that it shares their `n8n-workflow`. */
export default function installPack() {
	rmSync(TARGET, { recursive: true, force: true });
	for (const part of ['dist', 'package.json']) {
		cpSync(`${ROOT}${part}`, `${TARGET}${part}`, { recursive: true });
	}
}
