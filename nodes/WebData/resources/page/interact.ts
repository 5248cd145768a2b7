import type { INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { interactRequest, type BrowserRequest } from '../../../contract/requests/interact';
import { uuidOf } from '../../../contract/uuid';
import type { Call } from '../../../operation/call';
import type { Input } from '../../../operation/input';
import { operation } from '../../../operation/operation';
import { callTimeout, codeFields } from '../../fields/browserCode';
import { ifCreditsLeft, minCredits } from '../../fields/minCredits';
import { requestOptionsField } from '../../fields/requestOptions';
import { scrapeId } from '../../fields/scrapeId';
import { interactInTurn } from './interactInTurn';

const show = { resource: ['page'], operation: ['interact'] };

/** Service, F. */
export const interactFields: INodeProperties[] = [
	{ ...scrapeId, displayOptions: { show } },
	{
		displayName: 'Instruction',
		name: 'instruction',
		type: 'options',
		default: 'prompt',
		description: 'How to say what is to be done on the page',
		displayOptions: { show },
		options: [
			{
				name: 'Code',
				value: 'code',
				description: 'Exact steps, at 2 credits a minute',
			},
			{
				name: 'Prompt',
				value: 'prompt',
				description: 'In your own words, carried out by an AI model at 7 credits a minute',
			},
		],
	},
	{
		displayName: 'Prompt',
		name: 'prompt',
		type: 'string',
		typeOptions: { rows: 4 },
		required: true,
		default: '',
		placeholder: 'e.g. Choose the size L and tell the price',
		description: 'What to do on the page, and what to find out, at most 10,000 characters',
		displayOptions: { show: { ...show, instruction: ['prompt'] } },
		routing: { send: { type: 'body', property: 'prompt' } },
	},
	...codeFields({ ...show, instruction: ['code'] }),
	requestOptionsField(show, [
		minCredits,
		{
			displayName: 'Stop After',
			name: 'stopAfter',
			type: 'boolean',
			default: true,
			description:
				'Whether to close the browser when the last item of this page is done, so that it costs nothing more. Turn it off where another Interact goes on with the same page, and end with Stop Interaction.',
		},
		callTimeout,
	]),
];

export const interact: INodePropertyOptions = {
	name: 'Interact',
	value: 'interact',
	action: 'Interact with a scraped page',
	description: 'Click, type and read on a scraped page, by words or by code',
	routing: operation(
		ifCreditsLeft({ fields: interactFields, read: selectionOf, work: interactWithPage }),
	),
};

/** What to do on which page. */
export interface Interaction {
	scrapeId: string;
	body: BrowserRequest;
	stopAfter: boolean;
}

function selectionOf(input: Input): Interaction {
	const instruction = input.oneOf('instruction', 'prompt', 'code');
	return {
		scrapeId: uuidOf(input.parameter('scrapeId', ''), 'scrapeId', 'a scrape'),
		body: interactRequest(instruction, input.body),
		stopAfter: input.flag('options.stopAfter', true),
	};
}

/** One item with what came of it and, where the browser was closed, what that cost. */
async function interactWithPage(
	call: Call,
	interaction: Interaction,
): Promise<INodeExecutionData[]> {
	return [{ json: await interactInTurn(call, interaction) }];
}
