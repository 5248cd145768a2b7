import { ClientRequest } from 'node:http';

import { vi } from 'vitest';

/** Lets connections time out a hundred times sooner, until mocks are restored. */
export function hurryTimeouts(): void {
	const setTimeout = Reflect.get(ClientRequest.prototype, 'setTimeout');
	vi.spyOn(ClientRequest.prototype, 'setTimeout').mockImplementation(function (
		this: ClientRequest,
		milliseconds,
		callback,
	) {
		return setTimeout.call(this, milliseconds / 100, callback);
	});
}
