declare module '@joplin/turndown-plugin-gfm' {
	import type { Plugin } from 'turndown';

	const plugins: { gfm: Plugin };
	export default plugins;
}
