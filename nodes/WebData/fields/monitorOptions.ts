import type { INodeProperties } from 'n8n-workflow';

import type { MonitorFields } from '../../contract/requests/monitor';
import type { Input } from '../../operation/input';

/** How a monitor tells of changes, and how long it remembers them, in alphabetical order. */
export const monitorOptions: INodeProperties[] = [
	{
		displayName: 'Email Addresses',
		name: 'notifyEmails',
		type: 'string',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Address' },
		default: [],
		placeholder: 'e.g. jane@example.com',
		description:
			'Who gets a mail when something has changed, at most 25. People outside your team have to agree first, in a mail that they get once.',
	},
	{
		displayName: 'Email Notifications',
		name: 'notifyByEmail',
		type: 'boolean',
		default: true,
		description:
			'Whether the service sends mails about changes. Without addresses they go to your team.',
	},
	{
		displayName: 'Include Differences in Emails',
		name: 'includeDiffs',
		type: 'boolean',
		default: false,
		description: 'Whether mails show what has changed',
	},
	{
		displayName: 'Judge Changes',
		name: 'judgeEnabled',
		type: 'boolean',
		default: true,
		description:
			'Whether AI judges if a change matters to the goal. Without this option it does where there is a goal.',
		hint: 'One credit more per change or result that is judged',
	},
	{
		displayName: 'Retention Days',
		name: 'retentionDays',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 365, numberPrecision: 0 },
		default: 30,
		description: 'How many days the service keeps what checks have found',
	},
	{
		displayName: 'Webhook Events',
		name: 'webhookEvents',
		type: 'multiOptions',
		default: ['monitor.page', 'monitor.check.completed'],
		description: 'What the webhook is called for. Without this option, everything.',
		options: [
			{
				name: 'Check Completed',
				value: 'monitor.check.completed',
				description: 'A check has ended, with or without changes',
			},
			{ name: 'Page', value: 'monitor.page', description: 'A page of a check was compared' },
		],
	},
	{
		displayName: 'Webhook Headers',
		name: 'webhookHeaders',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		default: {},
		placeholder: 'Add Header',
		description: 'HTTP headers that the service sends with each call',
		options: [
			{
				displayName: 'Header',
				name: 'entry',
				values: [
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. X-Source',
						description: 'Name of the header',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						placeholder: 'e.g. n8n',
						description: 'Value of the header',
					},
				],
			},
		],
	},
	{
		displayName: 'Webhook Metadata',
		name: 'webhookMetadata',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		default: {},
		placeholder: 'Add Entry',
		description: 'Facts of your own that each call repeats, in its field metadata',
		options: [
			{
				displayName: 'Entry',
				name: 'entry',
				values: [
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. customer',
						description: 'Name of the fact',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						placeholder: 'e.g. 4711',
						description: 'The fact itself',
					},
				],
			},
		],
	},
	{
		displayName: 'Webhook URL',
		name: 'webhookUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://n8n.example.com/webhook/changes',
		description:
			'Address that the service calls about changes. For a workflow of this n8n, a trigger is simpler.',
	},
];

type Told = Pick<MonitorFields, 'email' | 'webhook'>;

/** What the user gave of these options, to be checked with the rest of the monitor. */
export function readMonitorOptions(
	input: Input,
): Told & { judgeEnabled: unknown; retentionDays: unknown } {
	const option = (name: string) => input.parameter(`options.${name}`, undefined);
	return {
		judgeEnabled: option('judgeEnabled'),
		retentionDays: option('retentionDays'),
		email: {
			notifyByEmail: option('notifyByEmail'),
			notifyEmails: option('notifyEmails'),
			includeDiffs: option('includeDiffs'),
		},
		webhook: {
			webhookUrl: option('webhookUrl'),
			webhookEvents: option('webhookEvents'),
			webhookHeaders: option('webhookHeaders'),
			webhookMetadata: option('webhookMetadata'),
		},
	};
}
