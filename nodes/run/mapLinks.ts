import type {
	IDataObject,
	IExecuteSingleFunctions,
	IN8nHttpFullResponse,
	INodeExecutionData,
} from 'n8n-workflow';

import { isRecord } from '../contract/checks';
import { readAnswer } from '../transport/answer';
import { UnusableAnswer } from '../transport/failure';
import { answerTimeout } from '../transport/nodeRun';

/** A link of the answer; older deployments give the address alone (supplement, "Map"). */
type Link = string | { url: string; title?: string | null; description?: string | null };

/**
 * The items of a Map answer, by the parameter `output`: one for each link, or one with all links.
 *
 * @throws UnusableAnswer when the answer has no list of links
 */
export async function mapLinks(
	this: IExecuteSingleFunctions,
	_items: INodeExecutionData[],
	response: IN8nHttpFullResponse,
): Promise<INodeExecutionData[]> {
	const links = linksOf(await readAnswer(response, answerTimeout(this))).map(linkFields);
	if (this.getNodeParameter('output', 'links') === 'links') {
		return links.map((json) => ({ json }));
	}
	const url = this.getNodeParameter('url') as string;
	return [{ json: { url, count: links.length, links } }];
}

function linksOf({ links }: Record<string, unknown>): Link[] {
	if (Array.isArray(links) && links.every(isLink)) return links;
	throw new UnusableAnswer(
		'The answer holds no list of links',
		"The service answered with something that is not the result of Map. Check the Base URL of this node's credential.",
	);
}

function isLink(link: unknown): link is Link {
	return typeof link === 'string' || (isRecord(link) && typeof link.url === 'string');
}

function linkFields(link: Link): IDataObject {
	if (typeof link === 'string') return { url: link };
	const { url, title, description } = link;
	const fields: IDataObject = { url };
	if (title !== undefined && title !== null) fields.title = title;
	if (description !== undefined && description !== null) fields.description = description;
	return fields;
}
