import type { INodeProperties, IDisplayOptions } from 'n8n-workflow';

/** Code that works in a browser. */
export function codeFields(show: IDisplayOptions['show']): INodeProperties[] {
	return [
		{
			displayName: 'Language',
			name: 'language',
			type: 'options',
			default: 'node',
			description: 'What the code is written in',
			displayOptions: { show },
			options: [
				{
					name: 'Bash',
					value: 'bash',
					description: 'Commands of agent-browser',
				},
				{
					name: 'Node.js',
					value: 'node',
					description: 'JavaScript, with the page of Playwright as page',
				},
				{ name: 'Python', value: 'python', description: 'With the page of Playwright as page' },
			],
			routing: { send: { type: 'body', property: 'language' } },
		},
		{
			displayName: 'Code',
			name: 'code',
			type: 'string',
			typeOptions: { rows: 8 },
			required: true,
			default: '',
			placeholder:
				"e.g. await page.goto('https://example.com'); process.stdout.write(await page.title());",
			description:
				'What to do in the browser, at most 100,000 characters. Names that the code declares stay declared for the next code of the session.',
			displayOptions: { show },
			routing: { send: { type: 'body', property: 'code' } },
		},
	];
}

/** How long one call into a browser may take. */
export const callTimeout: INodeProperties = {
	displayName: 'Timeout',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 300, numberPrecision: 0 },
	default: 30,
	description: 'Time after which the service stops the work in the browser',
	hint: 'In seconds, at most 300',
	routing: { send: { type: 'body', property: 'timeout' } },
};

/** Whether there need not be anything left to end. */
export const ignoreClosed: INodeProperties = {
	displayName: 'Ignore Closed Sessions',
	name: 'ignoreClosed',
	type: 'boolean',
	default: false,
	description: 'Whether a session that has ended before counts as done rather than as an error',
};
