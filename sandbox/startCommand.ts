/** What `npm start` is told on its command line, and tells in return. */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { sandboxOwner, type Sandbox } from './sandbox.ts';

/** Where the spreadsheet goes unless a path is given: a folder that git ignores. */
export const DEFAULT_EXPORT = fileURLToPath(new URL('../.sandbox/links.xlsx', import.meta.url));

/**
 * Where to write the example's spreadsheet; undefined where none is asked for.
 *
 * @throws Error for arguments that there are not
 */
export function exportPath(given: string[]): string | undefined {
	const at = given.indexOf('--export');
	const hasNoPath = at >= 0 && (given[at + 1] ?? '-').startsWith('-');
	const args = hasNoPath ? given.with(at, `--export=${DEFAULT_EXPORT}`) : given;
	return parseArgs({ args, options: { export: { type: 'string' } } }).values.export;
}

/** What a person needs to know of a sandbox that is ready. */
export function greeting({ n8n, service, workflowUrl, apiKey }: Sandbox): string {
	return `
n8n is ready, with the Web Data node, a credential and an example workflow:

  Open      ${workflowUrl}
  E-mail    ${sandboxOwner.email}
  Password  ${sandboxOwner.password}

Click "Execute workflow". Then double-click the last node and press "Download" in its
output: a spreadsheet of all pages of the sandbox website.

The service here is a stand-in, for credentials of your own too:

  Base URL  ${service.url}
  API key   ${apiKey}
  Website   ${service.websiteUrl}

To see an agent run fail, write [ends failed] into its prompt; likewise [ends refused],
[ends cancelled] and [ends credit_limit_reached]. [lasts 2m] makes a run take its time.

The example is put back as it was at every start: save changes under another name.
n8n's log is ${n8n.logFile}
Ctrl-C stops everything.`;
}
