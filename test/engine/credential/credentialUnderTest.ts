import { engine, KEY } from '../mapUnderTest.ts';

export { engine, KEY };
export { serviceUnderTest } from '../../sandbox/serviceUnderTest.ts';

/** What a click on the credential's Test button shows. */
export async function pressTest(
	baseUrl: string,
	apiKey = KEY,
): Promise<{ status: string; message: string }> {
	return await engine().testCredential({ credentials: { apiKey, baseUrl } });
}

export const ACCEPTED = { status: 'OK', message: 'The service accepted the API key.' };
