import { ServiceError } from '../http/serviceError.ts';
import type { FormPart } from '../http/multipart.ts';

/** Larger files are refused (section E). */
export const MAX_FILE_BYTES = 50 * 1024 * 1024;

const PAGES = ['html', 'htm', 'xhtml'];
const DOCUMENTS = ['pdf', 'docx', 'doc', 'docm', 'odt', 'ods', 'odp', 'rtf'];
const SHEETS_AND_SLIDES = ['xlsx', 'xls', 'xlsm', 'xlsb', 'pptx', 'ppt', 'pptm', 'epub', 'csv'];
const EXTENSIONS = [...PAGES, ...DOCUMENTS, ...SHEETS_AND_SLIDES];

const CONTENT_TYPES =
	/^(text\/html|application\/xhtml\+xml|application\/pdf|application\/msword|application\/rtf|text\/rtf|application\/vnd\.ms-(word|excel|powerpoint)\b.*|application\/vnd\.(openxmlformats-officedocument|oasis\.opendocument)\..*|application\/epub\+zip|text\/csv)$/;

/** A file as it was uploaded. */
export interface UploadedFile {
	name: string;
	/** Lower case, without a dot. */
	extension: string;
	/** As the client gave it, without parameters; empty when it gave none. */
	contentType: string;
	bytes: Buffer;
}

/** The parts of a parse request. Throws 400 when they are not what the route takes. */
export function uploadOf(form: FormPart[] | undefined): { file: UploadedFile; options: unknown } {
	const [file, ...others] = form?.filter(({ fileName }) => fileName !== undefined) ?? [];
	const isUnexpected = others.length > 0 || (file !== undefined && file.name !== 'file');
	if (isUnexpected) throw badRequest('Unexpected field');
	if (file?.size === 0 && file.fileName === '') throw badRequest(MISSING_FILE);
	if (!file?.fileName) throw badRequest(form ? MISSING_FILE : MISSING_FILE_OR_REFERENCE);
	if (!file.content) throw badRequest('Uploaded file exceeds maximum size of 50MB.');
	return {
		file: uploadedFile(file.fileName, file.contentType ?? '', file.content),
		options: optionsOf(form?.find(({ name }) => name === 'options')),
	};
}

/** Judged by its name's end or its content type: either is enough. */
function uploadedFile(name: string, givenType: string, bytes: Buffer): UploadedFile {
	const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
	const contentType = givenType.replace(/;.*/s, '').trim().toLowerCase();
	if (!EXTENSIONS.includes(extension) && !CONTENT_TYPES.test(contentType))
		throw new ServiceError(
			400,
			`Unsupported upload type. Supported file extensions: ${EXTENSIONS.map((each) => `.${each}`).join(', ')}`,
			{ code: 'UNSUPPORTED_FILE_TYPE' },
		);
	return { name, extension, contentType, bytes };
}

function optionsOf(part: FormPart | undefined): unknown {
	if (!part) return {};
	try {
		return JSON.parse(part.content?.toString() ?? '') as unknown;
	} catch {
		throw badRequest("Invalid JSON in the 'options' field. Provide a valid JSON string.");
	}
}

const MISSING_FILE =
	"Missing file upload. Send multipart/form-data with a 'file' field and optional 'options' JSON string.";
const MISSING_FILE_OR_REFERENCE =
	"Missing file upload. Send multipart/form-data with a 'file' field, or JSON with an 'uploadRef'.";

function badRequest(error: string): ServiceError {
	return new ServiceError(400, error, { code: 'BAD_REQUEST' });
}
