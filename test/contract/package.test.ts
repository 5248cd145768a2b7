import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MAX_PACKED_BYTES = 150_000;

interface Packed {
	size: number;
	files: Array<{ path: string }>;
}

interface WithIcon {
	icon: { light: string; dark: string };
}

type NodeOrCredential = WithIcon | { description: WithIcon };

interface Codex {
	resources: Record<'primaryDocumentation' | 'credentialDocumentation', Array<{ url: string }>>;
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

const load = createRequire(import.meta.url);

/** What a built node or credential file exports, made. */
function madeFrom<Type>(file: string): Type[] {
	const types = load(ROOT + file) as Record<string, new () => Type>;
	return Object.values(types).map((Type) => new Type());
}

/** The icon files that a built node or credential names, as paths inside the package. */
function iconsOf(file: string): string[] {
	return madeFrom<NodeOrCredential>(file).flatMap((type) => {
		const { light, dark } = 'description' in type ? type.description.icon : type.icon;
		return [light, dark].map((icon) => posix.join(posix.dirname(file), icon.replace('file:', '')));
	});
}

describe('The published package', () => {
	test('holds the built code, icons, codex files and what npm always adds, and nothing else', () => {
		const expected =
			/^(LICENSE\.md|README\.md|package\.json|dist\/(credentials|nodes)\/[\w./-]+\.(js|svg|node\.json))$/;
		expect(paths.filter((path) => !expected.test(path))).toEqual([]);
	});

	test('holds every node and credential that it names, and the codex of each node', () => {
		const { credentials, nodes } = packageJson.n8n;
		expect(paths).toEqual(expect.arrayContaining([...credentials, ...nodes]));
		expect(paths).toEqual(
			expect.arrayContaining(nodes.map((node) => node.replace(/\.js$/, '.json'))),
		);
	});

	test('holds one set of icons, which its nodes and its credential share', () => {
		const { credentials, nodes } = packageJson.n8n;
		const named = new Set([...credentials, ...nodes].flatMap(iconsOf));
		expect([...named].sort()).toEqual([
			'dist/nodes/icons/webData.dark.svg',
			'dist/nodes/icons/webData.svg',
		]);
		expect(paths.filter((path) => path.endsWith('.svg')).sort()).toEqual([...named].sort());
	});

	test('leads to its documentation by addresses without a fragment, behind which n8n adds a query', () => {
		const { credentials, nodes } = packageJson.n8n;
		const ofNodes = nodes.flatMap((node) => {
			const codex = load(ROOT + node.replace(/\.js$/, '.json')) as Codex;
			return Object.values(codex.resources).flat();
		});
		const ofCredentials = credentials.flatMap(madeFrom<{ documentationUrl: string }>);
		const links = [
			...ofNodes.map(({ url }) => url),
			...ofCredentials.map(({ documentationUrl }) => documentationUrl),
		];
		expect(links).toHaveLength(2 * nodes.length + credentials.length);
		for (const link of links) expect(link).toMatch(/^https:\/\/[^#?]+$/);
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
