/**
 * Fails unless a release's tag, the version in package.json and the changelog agree.
 *
 *   node scripts/checkRelease.mjs v1.2.3
 */
import { readFileSync } from 'node:fs';

const read = (file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

const tag = process.argv[2];
const { version } = JSON.parse(read('package.json'));
const locked = JSON.parse(read('package-lock.json')).version;
const released = [
	...read('CHANGELOG.md').matchAll(/^## \[(\d[^\]]*)\] - \d{4}-\d{2}-\d{2}$/gm),
].map(([, heading]) => heading);

const problems = [
	tag !== undefined && tag !== `v${version}` && `The tag is ${tag}, package.json has ${version}.`,
	locked !== version && `package-lock.json has ${locked}, package.json has ${version}.`,
	released[0] !== version && `The changelog's newest release is ${released[0]}, not ${version}.`,
].filter(Boolean);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
