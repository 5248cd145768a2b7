/** n8n refuses a schedule that names more than one second of the minute, but not twelve schedules. */
export const EVERY_FIVE_SECONDS = {
	item: Array.from({ length: 12 }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * 5} * * * * *`,
	})),
};
