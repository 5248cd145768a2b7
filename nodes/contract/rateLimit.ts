/** What the service counts apart when it limits requests (service, L). */
export type RateLimit =
	| 'account'
	| 'agentRead'
	| 'agentStart'
	| 'crawl'
	| 'interactCreate'
	| 'interactExecute'
	| 'jobRead'
	| 'map'
	| 'scrape'
	| 'search';
