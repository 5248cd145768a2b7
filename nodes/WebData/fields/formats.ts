import type { INodeProperties } from 'n8n-workflow';

import { isBlank, isRecord } from '../../contract/checks';
import {
	attributesFormat,
	changeTrackingFormat,
	FORMATS,
	formatTypes,
	highlightsFormat,
	jsonFormat,
	questionFormat,
	screenshotFormat,
	type Format,
	type FormatType,
} from '../../contract/requests/formats';
import type { Input } from '../../operation/input';
import { formatChoices, formatParameters } from './formatProperties';
import { chosenSchema } from './resultFormat';

/**
 * The choice of formats and, shown with the format that they belong to, its parameters.
 *
 * @param show when they are shown
 * @param choice what differs from one operation to the next
 */
export function formatFields(
	show: Record<string, string[]>,
	choice: {
		default?: FormatType[];
		description?: string;
		hint?: string;
		allowed?: readonly FormatType[];
	} = {},
): INodeProperties[] {
	const { allowed = FORMATS, ...texts } = choice;
	const isAllowed = ({ value }: { value: FormatType }) => allowed.includes(value);
	return [
		{
			displayName: 'Formats',
			name: 'formats',
			type: 'multiOptions',
			default: ['markdown'],
			description: 'In which forms to return the page; each becomes a field of the item',
			displayOptions: { show },
			...texts,
			options: formatChoices.filter(isAllowed),
		},
		...formatParameters(show, allowed),
	];
}

/**
 * The chosen formats with their parameters, as a body has them.
 *
 * @returns an empty list where none was chosen
 * @throws FieldError
 */
export function readFormats(input: Input, allowed: readonly FormatType[] = FORMATS): Format[] {
	const types = formatTypes('formats', input.parameter('formats', []), allowed);
	return types.map((type) => readFormat(input, type));
}

function readFormat(input: Input, type: FormatType): Format {
	switch (type) {
		case 'json':
			return jsonFormat('jsonPrompt', {
				prompt: input.parameter('jsonPrompt', ''),
				schema: chosenSchema(input),
				checkPromptInjection: input.flag('checkPromptInjection', false),
			});
		case 'screenshot':
			return screenshotFormat('screenshotOptions', withoutGroups(input.group('screenshotOptions')));
		case 'changeTracking': {
			const { schema, ...given } = input.group('changeTrackingOptions') ?? {};
			return changeTrackingFormat('changeTrackingOptions', {
				...given,
				...(!isEmptyJson(schema) && { schema }),
			});
		}
		case 'question':
			return questionFormat('question', input.parameter('question', ''));
		case 'highlights':
			return highlightsFormat('highlightsQuery', input.parameter('highlightsQuery', ''));
		case 'attributes': {
			const given = input.parameter('attributes', {});
			return attributesFormat('attributes', isRecord(given) ? given.selector : given);
		}
		default:
			return type;
	}
}

/** How the editor holds a group within a collection, as the body holds it. */
function withoutGroups(values: Record<string, unknown> = {}): Record<string, unknown> {
	const { viewport, ...others } = values;
	const size = isRecord(viewport) && 'value' in viewport ? viewport.value : viewport;
	return isRecord(size) && Object.keys(size).length === 0 ? others : { ...others, viewport: size };
}

function isEmptyJson(value: unknown): boolean {
	return isBlank(value) || (typeof value === 'string' && /^\s*\{\s*\}\s*$/.test(value));
}
