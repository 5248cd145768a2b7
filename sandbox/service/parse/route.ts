import type { ServiceCore } from '../core.ts';
import type { Route } from '../http/route.ts';
import { ServiceError, unknownError } from '../http/serviceError.ts';
import { allEnginesFailed, notCachedInLockdown, timedOut } from '../scrape/failures.ts';
import { refuseOptions } from '../scrape/routes.ts';
import { checkPageBody } from '../scrape/rules.ts';
import { documentOfFile } from '../scrape/scrapeDocument.ts';
import { formatsOf, type ScrapeOptions } from '../scrape/scrapeRequest.ts';
import type { TargetFile } from '../scrape/targetFile.ts';
import { isOptions, parseOptionsRule, refuseUnsupported } from './rules.ts';
import { uploadOf, type UploadedFile } from './uploadedFile.ts';

/** The service's own default, half of a scrape's (section E). */
const DEFAULT_TIMEOUT_MS = 30_000;

/** `POST /v2/parse`: an uploaded file in the formats asked for. */
export function parseRoute(core: ServiceCore): Route<'parse'> {
	return {
		name: 'parse',
		group: 'scrapes',
		method: 'POST',
		path: /^\/v2\/parse\/?$/,
		async handle({ team, form, signal }) {
			const { file, options } = uploadOf(form);
			if (!isOptions(options))
				throw new ServiceError(400, "The 'options' field must be a JSON object.", {
					code: 'BAD_REQUEST',
				});
			checkPageBody(core, parseOptionsRule, options);
			refuseUnsupported(options);
			refuseOptions(core, options, []);
			core.credits.demand(team);
			const document = await parsed(core, file, options, { team, signal });
			const { metadata } = document;
			core.credits.spend(team, metadata.creditsUsed);
			core.activities.record({
				id: metadata.scrapeId,
				team,
				endpoint: 'scrape',
				target: metadata.sourceURL,
			});
			return { status: 200, json: { success: true, data: document } };
		},
	};
}

async function parsed(
	{ scraper, browsers, isSelfHosted }: ServiceCore,
	file: UploadedFile,
	options: ScrapeOptions,
	{ team, signal }: { team: string; signal: AbortSignal },
) {
	if (options.lockdown) throw new ServiceError(500, 'No cached data', notCachedInLockdown().body);
	if (formatsOf(options).some(({ type }) => type === 'audio' || type === 'video'))
		throw unknownError(isSelfHosted);
	if (file.bytes.length === 0) throw allEnginesFailed('fetch');
	const patience = AbortSignal.timeout(options.timeout ?? DEFAULT_TIMEOUT_MS);
	const release = await browsers.take(team, AbortSignal.any([signal, patience])).catch(() => {
		throw timedOut();
	});
	try {
		const document = await documentOfFile(targetOf(file), file.name, options, {
			team,
			equipment: scraper.equipment,
			signal,
		});
		document.metadata['concurrencyLimited'] = false;
		return document;
	} catch (error) {
		const isUnread =
			error instanceof ServiceError && error.body.code === 'SCRAPE_UNSUPPORTED_FILE_ERROR';
		throw isUnread ? allEnginesFailed('document') : error;
	} finally {
		release();
	}
}

/** The file as if it had been fetched: HTML only by its content type, anything else by its name too. */
function targetOf({ name, extension, contentType, bytes }: UploadedFile): TargetFile {
	return {
		url: `https://parse.firecrawl.dev/uploads/${encodeURIComponent(name)}`,
		statusCode: 200,
		contentType: engineType(extension, contentType),
		bytes,
	};
}

function engineType(extension: string, contentType: string): string {
	if (/html/.test(contentType)) return contentType;
	if (/html?$/.test(extension)) return 'text/plain';
	if (extension === 'csv' || contentType === 'text/csv') return 'application/vnd.ms-excel';
	const isKnown = /pdf|officedocument|ms-excel|opendocument/.test(contentType);
	return isKnown ? contentType : 'application/octet-stream';
}
