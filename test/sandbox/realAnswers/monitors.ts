import type { Service } from '../../../sandbox/service/index.ts';
import type { Difference } from './recorded.ts';
import type { Preparation } from './replay.ts';

type Monitors = Service['monitors'];
type Monitor = ReturnType<Monitors['create']>;

/** A monitor was created; the path is its own, or one below it. */
function created(
	pathBelow: (monitor: Monitor, monitors: Monitors) => string = () => '',
): Preparation {
	return {
		before: ({ monitors }) => {
			const monitor = monitors.create({
				name: 'Prices',
				schedule: { cron: '*/30 * * * *' },
				targets: [{ type: 'scrape', urls: ['http://acme.example.test/changing'] }],
			});
			return `/v2/monitor/${monitor.id}${pathBelow(monitor, monitors)}`;
		},
	};
}

const pages = created((monitor, monitors) => {
	const statuses = ['same', 'changed', 'error'] as const;
	const { id } = monitors.addCheck(monitor, { pages: statuses.map((status) => ({ status })) });
	return `/checks/${id}`;
});

const firstPage = created((monitor, monitors) => {
	const { id } = monitors.addCheck(monitor, { pages: [{}, {}] });
	return `/checks/${id}?limit=1`;
});

const paused = created((monitor, monitors) => {
	monitors.update(monitor, { status: 'paused' });
	return '/run';
});

const running = created((monitor, monitors) => {
	monitors.addCheck(monitor, { status: 'running' });
	return '/run';
});

/** What has to be prepared for a recorded request about monitors, by its name. */
export const monitorPreparations: Record<string, Preparation> = {
	'monitor: update nothing': created(),
	'monitor: pause': created(),
	'monitor: status deleted by update': created(),
	'monitor: run while paused': paused,
	'monitor: run': created(() => '/run'),
	'monitor: run while a check is running': running,
	'monitor: check with pages': pages,
	'monitor: check with pages, limit 1': firstPage,
	'monitor: checks, two of them': created(() => '/checks'),
	'monitor: create, forced zero data retention team': { options: { zeroDataRetention: true } },
	'rate limit: monitor create after the crawl limit': {
		options: { rateLimits: { crawlStarts: { requests: 0, perSeconds: 60 } } },
	},
};

export const monitorDifferences: Record<string, Difference> = {
	'monitor: run': {
		instead: { status: 200, fields: ['data', 'id', 'success'], code: undefined, error: undefined },
		reason: 'the recorded server had no queue to put the check in',
	},
};
