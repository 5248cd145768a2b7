/** What a recording tells of a form: `multipart: options = {…}; file (own.html, text/html, 251 bytes)`. */
const FILE = /^(\w+) \(([^,]+), ([^,]+), (\d+) bytes\)$/;
const FIELD = /^(\w+) = (.*)$/s;

const PAGE =
	'<!doctype html><html lang="en"><head><title>Own</title></head><body><main><h1>Own file</h1></main></body></html>';

/** The form that a recorded request had, of files with their recorded names, types and sizes. */
export function uploadOf(body: unknown): FormData | undefined {
	if (typeof body !== 'string' || !body.startsWith('multipart: ')) return undefined;
	const form = new FormData();
	for (const part of body.slice('multipart: '.length).split(/; (?=file\b)/)) {
		const [, fileField, fileName, type = '', size] = FILE.exec(part) ?? [];
		const [, field, text = ''] = FIELD.exec(part) ?? [];
		if (fileField !== undefined) {
			const content = PAGE.padEnd(Number(size), ' ').slice(0, Number(size));
			const options = type === 'no type' ? {} : { type };
			form.append(fileField, new Blob([content], options), fileName);
		} else if (field !== undefined) form.append(field, text);
	}
	return form;
}
