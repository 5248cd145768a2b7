import type { IAuthenticateGeneric, Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

/** The bearer key of the web data service (contract, "Authentication") and the host it belongs to. */
export class WebDataApi implements ICredentialType {
	name = 'webDataApi';

	displayName = 'Web Data API';

	icon: Icon = { light: 'file:webData.svg', dark: 'file:webData.dark.svg' };

	documentationUrl = 'https://github.com/n8n-nodes-web-data/n8n-nodes-web-data#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			placeholder: 'e.g. fc-...',
			description: "The key from the service's dashboard",
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: 'https://api.firecrawl.dev',
			placeholder: 'e.g. https://web-data.example.com',
			description:
				'Address of the service. Change it for a deployment of your own; a slash or /v2 at the end makes no difference.',
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: {
			headers: {
				Authorization: '=Bearer {{$credentials.apiKey}}',
			},
		},
	};
}
