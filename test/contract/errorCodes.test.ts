/** The page of error codes in docs/ says what a user reads at each of them. `npm test -- --update` writes it. */
import { fileURLToPath } from 'node:url';

import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';

import { CODE_TABLE } from '../../nodes/contract/errorCodes.ts';
import { CODE_TEXTS } from '../../nodes/messages/codeTexts.ts';

const PAGE = fileURLToPath(new URL('../../docs/errorCodes.md', import.meta.url));

const INTRODUCTION = `# Error codes

What the service says of a page that it could not read stands in \`code\`: of a failed item in
\`details.code\`, in lists of failed pages beside the address. \`*\` stands for any ending. None of these
is repeated by the node, as the same request would fail again, unless the last column says so.`;

test('each code has a text, and the page lists all', async () => {
	const rows = CODE_TABLE.map(({ code = '', retryable }) => {
		const { message, cause, fix } = CODE_TEXTS[code] ?? {};
		expect({ code, message, cause, fix }).toEqual({
			code,
			message: expect.any(String) as string,
			cause: expect.any(String) as string,
			fix: expect.any(String) as string,
		});
		return `| \`${code}\` | ${message}. ${cause} | ${fix} | ${retryable} |`;
	});
	const table = ['| Code | What happened | What to do | Repeated |', '| --- | --- | --- | --- |'];
	const text = [INTRODUCTION, '', ...table, ...rows, ''].join('\n');
	const page = await format(text, { ...(await resolveConfig(PAGE)), parser: 'markdown' });
	await expect(page).toMatchFileSnapshot(PAGE);
});
