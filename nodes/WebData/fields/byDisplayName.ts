import type { INodeProperties } from 'n8n-workflow';

/** In the order in which n8n wants options. To compare by the rules of a language is slow to load. */
export function byDisplayName(one: INodeProperties, other: INodeProperties): number {
	return one.displayName < other.displayName ? -1 : 1;
}
