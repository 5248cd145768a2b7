const { dest, src, task } = require('gulp');

/** What the built code needs beside it: icons, and the codex files that n8n's node search reads. */
task('build:assets', () =>
	src('nodes/**/*.{svg,node.json}', { base: '.', encoding: false }).pipe(dest('dist')),
);
