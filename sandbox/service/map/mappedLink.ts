/** A link as Map finds it on a website. */
export interface MappedLink {
	url: string;
	title?: string;
	description?: string;
}
