import type { INodeProperties } from 'n8n-workflow';

import { FILE_OPTIONS, FILE_PROXIES } from '../../../contract/requests/parse';
import { scrapeOptionsField } from '../../fields/scrapeOptions';

const timeout: Partial<INodeProperties> = {
	default: 30000,
	description:
		'Time after which the service gives the file up. Long PDF files and text recognition may need more than the 30 seconds it otherwise takes.',
};

/** The options of a scrape that parse takes, with the values that it takes. */
export function fileOptionsField(show: Record<string, string[]>): INodeProperties {
	const field = scrapeOptionsField(show, FILE_OPTIONS);
	const options = (field.options as INodeProperties[]).map((option) => {
		if (option.name === 'proxy') return { ...option, options: option.options?.filter(isTaken) };
		return option.name === 'timeout' ? { ...option, ...timeout } : option;
	});
	return { ...field, description: 'How the file is read', options };
}

function isTaken(choice: object): boolean {
	return 'value' in choice && FILE_PROXIES.includes(choice.value);
}
