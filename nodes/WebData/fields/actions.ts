import type { INodeProperties } from 'n8n-workflow';

import { isRecord } from '../../contract/checks';
import { screenshotParameters } from './screenshot';

const shownFor = (...type: string[]) => ({ show: { type } });

/** Browser actions, in the order in which they are run (service, A3). */
export const actions: INodeProperties = {
	displayName: 'Actions',
	name: 'actions',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	default: {},
	placeholder: 'Add Action',
	description:
		'What a browser does on the page before it is read, one after the other, at most 50. All waits together, Wait For included, may take 60 seconds. Not for PDF files.',
	options: [
		{
			displayName: 'Action',
			name: 'action',
			values: [
				{
					displayName: 'Action',
					name: 'type',
					type: 'options',
					default: 'click',
					description: 'What the browser does',
					options: [
						{ name: 'Click', value: 'click', description: 'Click an element' },
						{
							name: 'Press a Key',
							value: 'press',
							description: 'Press a key on the keyboard, such as Enter',
						},
						{
							name: 'Read the Page',
							value: 'scrape',
							description: 'Keep address and HTML as they are at this point',
						},
						{
							name: 'Run JavaScript',
							value: 'executeJavascript',
							description: 'Run a script on the page and keep what it returns',
						},
						{ name: 'Save as PDF', value: 'pdf', description: 'Print the page to a PDF file' },
						{ name: 'Scroll', value: 'scroll', description: 'Scroll the page or an element' },
						{
							name: 'Take a Screenshot',
							value: 'screenshot',
							description: 'Take a picture of the page as it is at this point',
						},
						{
							name: 'Wait',
							value: 'wait',
							description: 'Wait for some time, or for an element to appear',
						},
						{
							name: 'Write Text',
							value: 'write',
							description: 'Type into the field that has the focus: click it before',
						},
					],
				},
				{
					displayName: 'All Matches',
					name: 'all',
					type: 'boolean',
					default: false,
					description: 'Whether to click every element that the selector finds',
					displayOptions: shownFor('click'),
				},
				{
					displayName: 'Direction',
					name: 'direction',
					type: 'options',
					default: 'down',
					description: 'Where to scroll to',
					displayOptions: shownFor('scroll'),
					options: [
						{ name: 'Down', value: 'down' },
						{ name: 'Up', value: 'up' },
					],
				},
				{
					displayName: 'Format',
					name: 'format',
					type: 'options',
					default: 'Letter',
					description: 'Size of the paper',
					displayOptions: shownFor('pdf'),
					options: [
						{ name: 'A0', value: 'A0' },
						{ name: 'A1', value: 'A1' },
						{ name: 'A2', value: 'A2' },
						{ name: 'A3', value: 'A3' },
						{ name: 'A4', value: 'A4' },
						{ name: 'A5', value: 'A5' },
						{ name: 'A6', value: 'A6' },
						{ name: 'Ledger', value: 'Ledger' },
						{ name: 'Legal', value: 'Legal' },
						{ name: 'Letter', value: 'Letter' },
						{ name: 'Tabloid', value: 'Tabloid' },
					],
				},
				{
					displayName: 'Key',
					name: 'key',
					type: 'string',
					default: '',
					placeholder: 'e.g. Enter',
					description: 'Name of the key, such as Enter, Tab or ArrowDown',
					displayOptions: shownFor('press'),
				},
				{
					displayName: 'Landscape',
					name: 'landscape',
					type: 'boolean',
					default: false,
					description: 'Whether the paper lies on its long side',
					displayOptions: shownFor('pdf'),
				},
				{
					displayName: 'Milliseconds',
					name: 'milliseconds',
					type: 'number',
					typeOptions: { minValue: 1, maxValue: 60000, numberPrecision: 0 },
					default: '',
					placeholder: 'e.g. 2000',
					description: 'How long to wait. Leave it empty to wait for a selector instead.',
					displayOptions: shownFor('wait'),
				},
				{
					displayName: 'Scale',
					name: 'scale',
					type: 'number',
					typeOptions: { minValue: 0.1 },
					default: 1,
					description: 'How large the page is printed; 1 is its own size',
					displayOptions: shownFor('pdf'),
				},
				...screenshotParameters.map((parameter) => ({
					...parameter,
					// In a row nothing is added by default: n8n looks for what a default holds in the row itself.
					...(parameter.type === 'fixedCollection' && { default: {} }),
					displayOptions: shownFor('screenshot'),
				})),
				{
					displayName: 'Script',
					name: 'script',
					type: 'string',
					typeOptions: { rows: 4 },
					default: '',
					placeholder: 'e.g. document.title',
					description: 'JavaScript to run on the page',
					displayOptions: shownFor('executeJavascript'),
				},
				{
					displayName: 'Selector',
					name: 'selector',
					type: 'string',
					default: '',
					placeholder: 'e.g. #accept-cookies',
					description:
						'CSS selector of the element. A wait goes on until it appears, at most 30 seconds; a scroll without one moves the whole page.',
					displayOptions: shownFor('click', 'scroll', 'wait'),
				},
				{
					displayName: 'Text',
					name: 'text',
					type: 'string',
					default: '',
					placeholder: 'e.g. blue chair',
					description: 'What to type into the field',
					displayOptions: shownFor('write'),
				},
			],
		},
	],
};

/**
 * The actions as a body has them, out of the collection or of an expression that stands for it.
 *
 * @returns what is no list of actions as it is: the contract's check says what is wrong
 */
export function actionsOf(value: unknown): unknown {
	const list = isRecord(value) ? (value.action ?? []) : value;
	if (!Array.isArray(list)) return list;
	return list.map((action: unknown) =>
		isRecord(action) && isRecord(action.viewport) && 'value' in action.viewport
			? { ...action, viewport: action.viewport.value }
			: action,
	);
}
