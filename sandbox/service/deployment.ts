/**
 * Whose answers the stand-in gives: the hosted service as the contract has it, or the open server
 * as it was recorded, in its state of August 2026 or of August 2025.
 */
export type Deployment = (typeof deployments)[number];

export const deployments = ['hosted', 'open2026', 'open2025'] as const;
