import {
	allOf,
	eitherOf,
	flag,
	isObject,
	list,
	numeric,
	oneOf,
	text,
	type Problem,
	type Rule,
} from '../http/validation.ts';
import { kinds, strictObject, worded } from './rules.ts';

const viewport = strictObject(
	{
		width: numeric({ integer: true, min: 1, max: 7680 }),
		height: numeric({ integer: true, min: 1, max: 4320 }),
	},
	['width', 'height'],
);

/** What both the format and the action screenshot take. */
export const screenshotFields: Record<string, Rule> = {
	fullPage: flag,
	quality: numeric({ min: 1, max: 100 }),
	viewport,
};

const NO_DICTIONARIES =
	"Schema contains invalid structure for OpenAI: object type with no 'properties' defined but 'additionalProperties: true' (schema-less dictionary not supported by OpenAI). Please define specific properties for your object. Note: Recursive schemas using '$ref' are supported.";

const schema: Rule = (value, path) => {
	if (!isObject(value)) return [{ code: 'invalid_type', path, message: 'Invalid input' }];
	return hasDictionary(value) ? worded(path, NO_DICTIONARIES) : [];
};

/** Whether it, or a part of it, allows any property and names none. */
function hasDictionary(value: unknown): boolean {
	if (Array.isArray(value)) return value.some(hasDictionary);
	if (!isObject(value)) return false;
	if (value['additionalProperties'] === true && value['properties'] === undefined) return true;
	return Object.values(value).some(hasDictionary);
}

const prompt = text({ max: 10_000 });
const nothing: Rule = () => [];

function format(fields: Record<string, Rule> = {}, required: string[] = []): Rule {
	return strictObject({ type: nothing, ...fields }, required);
}

const formats: Record<string, Rule> = {
	markdown: format(),
	html: format(),
	rawHtml: format(),
	links: format(),
	images: format(),
	summary: format(),
	branding: format(),
	product: format(),
	menu: format(),
	audio: format(),
	video: format(),
	rawBase64: format(),
	screenshot: format(screenshotFields),
	json: format({ schema, prompt, checkPromptInjection: flag }),
	changeTracking: format({
		modes: list(oneOf(['git-diff', 'json'])),
		schema,
		prompt,
		tag: eitherOf((value) => (value === null ? [] : [mustBeText]), text()),
	}),
	question: format({ question: text({ max: 10_000 }) }, ['question']),
	highlights: format({ query: text({ max: 10_000 }) }, ['query']),
	query: format({ prompt, mode: oneOf(['freeform', 'directQuote']) }, ['prompt']),
	attributes: format(
		{
			selectors: list(
				strictObject({ selector: text(), attribute: text() }, ['selector', 'attribute']),
			),
		},
		['selectors'],
	),
};

const mustBeText: Problem = { code: 'invalid_type', path: [], message: 'Invalid input' };

/** Formats that need something of the user are refused as bare words; `json` is not. */
const words = Object.keys(formats).filter(
	(name) => !['question', 'highlights', 'query', 'attributes'].includes(name),
);

const oneFormat = kinds(formats, words);

/** The field `formats`: each known, and together as the service allows. */
export const formatsRule: Rule = allOf(list(oneFormat), (value, path) =>
	togetherProblems((value as unknown[]).map(typeOf), path),
);

function togetherProblems(types: unknown[], path: Problem['path']): Problem[] {
	if (types.includes('changeTracking') && !types.includes('markdown'))
		return worded(
			path,
			'The changeTracking format requires the markdown format to be specified as well',
		);
	if (types.filter((type) => type === 'screenshot').length > 1)
		return worded(path, 'You may only specify one screenshot format');
	if (types.includes('rawBase64') && types.length > 1)
		return worded(path, 'The rawBase64 format cannot be combined with other formats');
	return [];
}

function typeOf(value: unknown): unknown {
	return isObject(value) ? value['type'] : value;
}
