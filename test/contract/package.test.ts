import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MAX_PACKED_BYTES = 60_000;

interface Packed {
	size: number;
	files: Array<{ path: string }>;
}

interface PackageJson {
	dependencies?: unknown;
	peerDependencies: Record<string, string>;
	scripts: Record<string, string>;
	n8n: { credentials: string[]; nodes: string[] };
}

const [packed] = JSON.parse(
	execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
		cwd: ROOT,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	}),
) as [Packed];
const paths = packed.files.map(({ path }) => path);
const packageJson = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as PackageJson;

describe('The published package', () => {
	test('holds the built code, icons, codex files and what npm always adds, and nothing else', () => {
		const expected =
			/^(LICENSE\.md|README\.md|package\.json|dist\/(credentials|nodes)\/[\w./-]+\.(js|svg|node\.json))$/;
		expect(paths.filter((path) => !expected.test(path))).toEqual([]);
	});

	test('holds every node and credential that it names, with codex and both icons', () => {
		const { credentials, nodes } = packageJson.n8n;
		expect(paths).toEqual(expect.arrayContaining([...credentials, ...nodes]));
		for (const node of nodes) {
			expect(paths).toContain(node.replace(/\.js$/, '.json'));
			for (const icon of ['webData.svg', 'webData.dark.svg']) {
				expect(paths).toContain(node.replace(/[^/]+$/, icon));
			}
		}
	});

	test(`is smaller than ${MAX_PACKED_BYTES / 1000} kB`, () => {
		expect(packed.size).toBeLessThan(MAX_PACKED_BYTES);
	});

	test('has no dependencies of its own and runs nothing when it is installed', () => {
		expect(packageJson.dependencies).toBeUndefined();
		expect(packageJson.peerDependencies).toEqual({ 'n8n-workflow': '*' });
		expect(Object.keys(packageJson.scripts)).not.toContainEqual(
			expect.stringMatching(/^(pre|post)?(install|prepare|publish|pack)/),
		);
	});
});
