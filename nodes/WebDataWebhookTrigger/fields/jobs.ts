import type { INodeProperties } from 'n8n-workflow';

const displayOptions = { show: { source: ['jobs'] } };

/** What of jobs starts the workflow. */
export const jobFields: INodeProperties[] = [
	{
		displayName:
			'Give the address above as Webhook URL to the operation that starts a job. The Production URL works while the workflow is active.',
		name: 'addressNotice',
		type: 'notice',
		default: '',
		displayOptions,
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		default: ['completed', 'failed', 'cancelled'],
		description: 'What has to happen in a job to start the workflow',
		displayOptions,
		options: [
			{
				name: 'Action',
				value: 'action',
				action: 'On agent run action',
				description: 'An agent run has taken a step',
			},
			{
				name: 'Cancelled',
				value: 'cancelled',
				action: 'On job cancelled',
				description: 'Someone cancelled the job; not every server tells it of crawls',
			},
			{
				name: 'Check Completed',
				value: 'checkCompleted',
				action: 'On monitor check completed',
				description: 'A monitor has looked at all its pages',
			},
			{
				name: 'Completed',
				value: 'completed',
				action: 'On job completed',
				description: 'The job has ended; of a crawl or batch, pages may have failed all the same',
			},
			{
				name: 'Failed',
				value: 'failed',
				action: 'On job failed',
				description: 'The job has no result',
			},
			{
				name: 'Monitored Page',
				value: 'monitorPage',
				action: 'On monitored page changed',
				description: 'A monitor has found a page new, changed or gone',
			},
			{
				name: 'Page',
				value: 'page',
				action: 'On page read',
				description: 'A crawl or batch has read a page, or failed to',
			},
			{
				name: 'Started',
				value: 'started',
				action: 'On job started',
				description: 'The job has begun',
			},
		],
	},
];
