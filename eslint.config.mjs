import communityNodes from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

const PACK = ['nodes/**/*.ts', 'credentials/**/*.ts'];

/** Every rule of n8n's plugin for community nodes that its own set has, warnings as errors. */
const communityRules = Object.fromEntries(
	Object.keys(communityNodes.configs.recommended.rules).map((rule) => [rule, 'error']),
);

export default tseslint.config(
	{
		ignores: ['**/node_modules/', '**/dist/', 'coverage/', '.sandbox/', '.tools/'],
	},
	{
		linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' },
	},

	// All code: typescript-eslint's strictest set, with types where there are any.
	{
		files: ['**/*.{js,mjs}'],
		extends: [tseslint.configs.strict],
	},
	{
		// gulp reads a CommonJS file here, the published package being CommonJS as n8n's nodes are.
		files: ['gulpfile.js'],
		languageOptions: { sourceType: 'commonjs' },
		rules: { '@typescript-eslint/no-require-imports': 'off' },
	},
	{
		files: ['**/*.mts'],
		extends: [tseslint.configs.strict],
	},
	{
		files: ['**/*.ts'],
		extends: [tseslint.configs.strictTypeChecked],
		languageOptions: {
			parserOptions: {
				project: ['tsconfig.json', 'tsconfig.dev.json'],
				tsconfigRootDir: import.meta.dirname,
			},
		},
		rules: {
			// As in typescript-eslint's recommended set: `${count} items` is no mistake.
			'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
			'@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
		},
	},

	// What n8n publishes: both of n8n's plugins, as its review of community nodes applies them.
	{
		files: ['package.json'],
		extends: [tseslint.configs.base],
	},
	{
		files: [...PACK, 'package.json'],
		plugins: { '@n8n/community-nodes': communityNodes },
		rules: communityRules,
	},
	{
		files: PACK,
		rules: { 'no-console': 'error' },
	},
	{
		plugins: { 'n8n-nodes-base': n8nNodesBase },
	},
	{
		files: ['package.json'],
		rules: n8nNodesBase.configs.community.rules,
	},
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			// Contradicts @n8n/community-nodes/credential-documentation-url, which wants an address.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// Contradict @n8n/community-nodes/node-connection-type-literal, which wants the constant.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
		},
	},
);
