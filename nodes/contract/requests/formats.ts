import {
	checkedFields,
	FieldError,
	flag,
	isBlank,
	isRecord,
	objectOf,
	oneOf,
	text,
	textList,
	textUpTo,
	wholeNumber,
} from '../checks';
import { schemaFromJson, type JsonSchema } from '../resultSchema';

/** The forms in which a page can be had (service, A2), but for deprecated and internal ones. */
export const FORMATS = [
	'attributes',
	'audio',
	'branding',
	'changeTracking',
	'highlights',
	'html',
	'images',
	'json',
	'links',
	'markdown',
	'menu',
	'product',
	'question',
	'rawHtml',
	'screenshot',
	'summary',
	'video',
] as const;

export type FormatType = (typeof FORMATS)[number];

/** A format as a request names it: alone by its word, with parameters as an object. */
export type Format = FormatType | { type: FormatType; [parameter: string]: unknown };

const prompt = textUpTo(10_000);

/**
 * The chosen formats, each once, in the order of choice.
 *
 * @param value a list, also as JSON or as text with commas
 * @param allowed those that the operation can give
 * @throws FieldError
 */
export function formatTypes(
	field: string,
	value: unknown,
	allowed: readonly FormatType[] = FORMATS,
): FormatType[] {
	const types = textList(field, value, { commas: true }).map((type) =>
		oneOf(...allowed)(field, type),
	);
	if (types.includes('changeTracking') && !types.includes('markdown')) {
		throw new FieldError(field, 'must include Markdown for change tracking', types);
	}
	return types;
}

/**
 * Data in a form of one's own, taken from the page by AI.
 *
 * @throws FieldError when neither prompt nor schema tells what to take
 */
export function jsonFormat(
	field: string,
	given: { prompt: unknown; schema?: JsonSchema; checkPromptInjection: boolean },
): Format {
	const { schema, checkPromptInjection } = given;
	if (isBlank(given.prompt) && !schema) {
		throw new FieldError(field, 'is required where no result format is described', given.prompt);
	}
	return {
		type: 'json',
		...(!isBlank(given.prompt) && { prompt: prompt(field, given.prompt) }),
		...(schema && { schema }),
		...(checkPromptInjection && { checkPromptInjection }),
	};
}

/** @throws FieldError when nothing is asked */
export function questionFormat(field: string, question: unknown): Format {
	return { type: 'question', question: requiredText(field, question) };
}

/** @throws FieldError when nothing is looked for */
export function highlightsFormat(field: string, query: unknown): Format {
	return { type: 'highlights', query: requiredText(field, query) };
}

function requiredText(field: string, value: unknown): string {
	if (isBlank(value)) throw new FieldError(field, 'is required', value);
	return prompt(field, value);
}

/** What both the format and the action screenshot take. */
export const screenshotFields = { fullPage: flag, quality: wholeNumber(1, 100), viewport };

/** Width and height in pixels, both of which the service requires. */
function viewport(field: string, value: unknown): Record<string, unknown> | undefined {
	const size = objectOf({ width: wholeNumber(1, 7680), height: wholeNumber(1, 4320) })(
		field,
		value,
	);
	if (!size) return undefined;
	for (const side of ['width', 'height']) {
		if (!(side in size)) throw new FieldError(`${field}.${side}`, 'is required', undefined);
	}
	return size;
}

/** A picture of the page. @throws FieldError */
export function screenshotFormat(field: string, values: Record<string, unknown> = {}): Format {
	return withParameters('screenshot', checkedFields(screenshotFields, values, `${field}.`));
}

const changeTrackingFields = {
	modes: (field: string, value: unknown) =>
		textList(field, value, { commas: true }).map((mode) => oneOf('git-diff', 'json')(field, mode)),
	tag: text,
	prompt,
	schema: schemaFromJson,
};

/** The page compared with how it was at its last scrape. @throws FieldError */
export function changeTrackingFormat(field: string, values: Record<string, unknown> = {}): Format {
	return withParameters('changeTracking', checkedFields(changeTrackingFields, values, `${field}.`));
}

const attributeFields = { selector: text, attribute: text };

/**
 * Attributes of elements.
 *
 * @param rows `[{ selector, attribute }]`
 * @throws FieldError
 */
export function attributesFormat(field: string, rows: unknown): Format {
	const selectors = (Array.isArray(rows) ? rows : []).filter(isRecord).map((row, index) => {
		const { selector, attribute } = checkedFields(
			attributeFields,
			row,
			`${field}: entry ${index + 1}, `,
		);
		if (selector !== undefined && attribute !== undefined) return { selector, attribute };
		throw new FieldError(field, 'must have a selector and an attribute in every entry', row);
	});
	if (selectors.length > 0) return { type: 'attributes', selectors };
	throw new FieldError(field, 'must have at least one entry', undefined);
}

function withParameters(type: FormatType, parameters: Record<string, unknown>): Format {
	return Object.keys(parameters).length > 0 ? { type, ...parameters } : type;
}
