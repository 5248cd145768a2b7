import { object, text } from '../http/validation.ts';

/** The contract's `auditMetadata` object. */
export const auditMetadata = object(
	{ username: text({ max: 1024 }) },
	{ required: ['username'], strict: true },
);
