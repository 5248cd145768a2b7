import type { INodeProperties } from 'n8n-workflow';

/** Parameters of a screenshot, as a format and as an action (service, A2 and A3). */
export const screenshotParameters: INodeProperties[] = [
	{
		displayName: 'Full Page',
		name: 'fullPage',
		type: 'boolean',
		default: false,
		description: 'Whether to show the whole page rather than the part that a window shows',
	},
	{
		displayName: 'Quality',
		name: 'quality',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 100, numberPrecision: 0 },
		default: '',
		placeholder: 'e.g. 80',
		description: 'From 1 to 100; less makes a smaller file. Left empty, the service decides.',
	},
	{
		displayName: 'Viewport',
		name: 'viewport',
		type: 'fixedCollection',
		default: { value: {} },
		placeholder: 'Add Viewport',
		description: 'Size of the window in which the page is opened',
		options: [
			{
				displayName: 'Viewport',
				name: 'value',
				values: [
					{
						displayName: 'Width',
						name: 'width',
						type: 'number',
						typeOptions: { minValue: 1, maxValue: 7680, numberPrecision: 0 },
						default: 1280,
						description: 'Width of the window, at most 7,680',
						hint: 'In pixels',
					},
					{
						displayName: 'Height',
						name: 'height',
						type: 'number',
						typeOptions: { minValue: 1, maxValue: 4320, numberPrecision: 0 },
						default: 800,
						description: 'Height of the window, at most 4,320',
						hint: 'In pixels',
					},
				],
			},
		],
	},
];
