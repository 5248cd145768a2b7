import axios from 'axios';

import { KEY } from './contenders.ts';

interface Answer {
	links: unknown[];
}

/** The least that any client has to do: one request, and its answer parsed. Returns the links. */
export async function mapWithAxios(serviceUrl: string, url: string, limit: number) {
	const { data } = await axios.post<string>(
		`${serviceUrl}/v2/map`,
		{ url, limit },
		{
			headers: { authorization: `Bearer ${KEY}` },
			proxy: false,
			responseType: 'text',
			transformResponse: (body: string) => body,
		},
	);
	return (JSON.parse(data) as Answer).links;
}
