import type { INodeProperties } from 'n8n-workflow';

export const monitorName: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Prices of competitors',
	description: 'What the monitor is called in lists and mails, at most 256 characters',
};

export const goal: INodeProperties = {
	displayName: 'Goal',
	name: 'goal',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'e.g. Tell me when a price changes, whatever else does',
	description:
		'Which changes matter, in your own words, at most 2,000 characters. With a goal, AI judges every change; search results need one.',
	hint: 'One credit more per change that is judged',
};
