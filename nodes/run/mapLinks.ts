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

/** A link of the answer, where it is more than the address (contract, "Map response body"). */
interface Link extends IDataObject {
	url: string;
	title?: string | null;
	description?: string | null;
}

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
	const { links } = await readAnswer(response, {
		timeout: answerTimeout(this),
		tooLarge: 'Ask for less at once, for example with a lower Max Links.',
	});
	if (!Array.isArray(links)) throw noLinks();
	if (this.getNodeParameter('output', 'links') === 'links') {
		// No lists in between: they would cost the garbage collector more than all else here.
		const items: INodeExecutionData[] = [];
		for (const link of links) items.push({ json: linkFields(link) });
		return items;
	}
	const url = this.getNodeParameter('url') as string;
	return [{ json: { url, count: links.length, links: links.map(linkFields) } }];
}

/** The fields of an item; older deployments give the address alone (supplement, "Map"). */
function linkFields(link: unknown): IDataObject {
	if (typeof link === 'string') return { url: link };
	if (!isLink(link)) throw noLinks();
	// Not copied without need, for the same reason.
	if (isPlain(link)) return link;
	const { url, title, description } = link;
	return {
		url,
		...(typeof title === 'string' && { title }),
		...(typeof description === 'string' && { description }),
	};
}

function isLink(link: unknown): link is Link {
	return isRecord(link) && typeof link.url === 'string';
}

/** Whether a link has the fields of an item, and no others. */
function isPlain(link: Link): boolean {
	for (const name in link) {
		if (name !== 'url' && name !== 'title' && name !== 'description') return false;
	}
	return link.title !== null && link.description !== null;
}

function noLinks(): UnusableAnswer {
	return new UnusableAnswer(
		'The answer holds no list of links',
		"The service answered with something that is not the result of Map. Check the Base URL of this node's credential.",
	);
}
