/** What a process does. In queue mode, workers run what main and webhook processes put in the queue. */
export type N8nRole = 'main' | 'worker' | 'webhook';

/** Where an n8n of the sandbox keeps its things and what it listens on. */
export interface N8nPlace {
	role: N8nRole;
	/** n8n's "user folder": its `.n8n` with database, keys, logs and installed packs lies inside. */
	userFolder: string;
	/** Port of the editor and the REST API, of the webhooks, or of a worker's health check; on loopback. */
	port: number;
	/** Port on which n8n's task runner finds n8n, on loopback. */
	brokerPort: number;
	/** Variables of n8n to set on top, such as those of queue mode. */
	settings?: Record<string, string>;
}

/** Modules that fetch things from n8n's servers at start, or that a sandbox has no use for. */
const MODULES_LEFT_OUT = ['chat-hub', 'instance-ai', 'mcp', 'mcp-registry', 'quick-connect'];

/**
 * The variables n8n runs with: its own folder, loopback only, nothing sent to or fetched from
 * anybody. The `N8N_*` settings of the surrounding shell are dropped: they may point at the user's
 * real n8n.
 */
export function n8nEnvironment(place: N8nPlace): NodeJS.ProcessEnv {
	return {
		...inheritedVariables(),
		N8N_USER_FOLDER: place.userFolder,
		N8N_HOST: '127.0.0.1',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(place.port),
		N8N_RUNNERS_BROKER_PORT: String(place.brokerPort),
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
		// The cookie would else demand https.
		N8N_SECURE_COOKIE: 'false',
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
		N8N_PYTHON_ENABLED: 'false',
		N8N_DISABLED_MODULES: MODULES_LEFT_OUT.join(','),
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		// The list of verified packs comes from n8n's servers.
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		// Lines with a level, so that trouble can be told from chatter.
		N8N_LOG_FORMAT: 'json',
		N8N_LOG_OUTPUT: 'console',
		...(place.role === 'worker' && healthCheck(place.port)),
		...place.settings,
	};
}

/** A worker serves nothing else. */
function healthCheck(port: number): Record<string, string> {
	return {
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
	};
}

const OF_N8N =
	/^(N8N_|DB_|EXECUTIONS_|QUEUE_|WEBHOOK_|GENERIC_|NODES_|CREDENTIALS_|VUE_APP_|NODE_ENV$|NODE_OPTIONS$|VITEST)/;

function inheritedVariables(): NodeJS.ProcessEnv {
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_N8N.test(name)));
}
