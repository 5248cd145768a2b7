import type { Owner } from '../../sandbox/n8n/index.ts';

/** The one user of an n8n under test. */
export const OWNER: Owner = {
	email: 'owner@example.com',
	password: 'End-to-end-1',
	firstName: 'End',
	lastName: 'Toend',
};
