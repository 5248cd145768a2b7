import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

const NODES = fileURLToPath(new URL('../../nodes/', import.meta.url));

/** The rooms of `nodes/`, from those that know most to those that know least: arrows point down only. */
const ROOMS = [
	['WebDataTrigger', 'WebDataWebhookTrigger'],
	['WebData'],
	['jobs', 'events'],
	['operation'],
	['messages'],
	['transport'],
	['contract'],
];

interface Import {
	from: string;
	to: string;
	isType: boolean;
}

function rankOf(file: string): number {
	const room = file.split(sep)[0] ?? '';
	return ROOMS.findIndex((rooms) => rooms.includes(room));
}

const sources = readdirSync(NODES, { recursive: true, encoding: 'utf8' }).filter((file) =>
	file.endsWith('.ts'),
);

const imports = sources.flatMap((file): Import[] =>
	[...readFileSync(join(NODES, file), 'utf8').matchAll(/^import ([^;]*?) from '([^']+)';/gms)].map(
		([, what = '', to = '']) => ({
			from: file,
			to: to.startsWith('.') ? relative(NODES, join(NODES, dirname(file), to)) : to,
			isType: what.startsWith('type '),
		}),
	),
);

describe('The rooms of nodes/', () => {
	test('are all known', () => {
		expect(sources.filter((file) => rankOf(file) === -1)).toEqual([]);
		expect(imports.length).toBeGreaterThan(sources.length);
	});

	test('import from themselves and from rooms below them, never from above or beside', () => {
		const wrong = imports.filter(({ from, to }) => {
			const target = rankOf(to);
			if (target === -1) return false;
			const isOwnRoom = from.split(sep)[0] === to.split(sep)[0];
			return !isOwnRoom && target <= rankOf(from);
		});
		expect(wrong).toEqual([]);
	});

	test('import nothing that n8n may lack at run time', () => {
		const foreign = imports.filter(({ to }) => rankOf(to) === -1);
		expect([...new Set(foreign.map(({ to }) => to))].sort()).toEqual([
			'n8n-workflow',
			'node:crypto',
		]);
	});

	test('contract knows nothing of n8n at run time', () => {
		const known = imports.filter(
			({ from, to, isType }) => from.startsWith('contract') && to === 'n8n-workflow' && !isType,
		);
		expect(known).toEqual([]);
	});
});
