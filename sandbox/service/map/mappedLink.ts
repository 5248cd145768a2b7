export interface MappedLink {
	url: string;
	title?: string;
	description?: string;
}
