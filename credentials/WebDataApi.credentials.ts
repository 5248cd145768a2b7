import type { IAuthenticate, Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

import { apiKeyOf } from '../nodes/transport/account';

/** The bearer key of the web data service (contract, "Authentication") and the host it belongs to. */
export class WebDataApi implements ICredentialType {
	name = 'webDataApi';

	displayName = 'Web Data API';

	icon: Icon = {
		light: 'file:../nodes/icons/webData.svg',
		dark: 'file:../nodes/icons/webData.dark.svg',
	};

	documentationUrl = 'https://github.com/n8n-nodes-web-data/n8n-nodes-web-data';

	properties: INodeProperties[] = [
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			placeholder: 'e.g. fc-...',
			description:
				"The key from the service's dashboard. For a deployment without authentication, any text.",
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
		{
			displayName: 'Webhook Secret',
			name: 'webhookSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				"The secret with which the service signs what it sends to webhooks (HMAC-SHA256), from its dashboard. Needed by the webhook trigger alone, to tell the service's calls from forged ones.",
		},
	];

	/**
	 * A function, as an expression would fail in the middle of a poll: the end of any other trigger's
	 * poll in the same workflow takes away what n8n evaluates expressions with.
	 */
	authenticate: IAuthenticate = (credentials, requestOptions) => {
		const headers = { ...requestOptions.headers, Authorization: `Bearer ${apiKeyOf(credentials)}` };
		return Promise.resolve({ ...requestOptions, headers });
	};
}
