import { escapeMarkup } from '../website/html.ts';
import { allEnginesFailed } from './failures.ts';

// The libraries are large: they are loaded when they are needed.

/** Office files that can be read, by a part of their content type or by the end of their name. */
const KINDS = [
	{ read: readWord, type: /wordprocessingml/, name: /\.docx$/i },
	{
		read: readSheets,
		type: /spreadsheetml|ms-excel|opendocument\.spreadsheet/,
		name: /\.(xlsx|xlsm|xlsb|xls|ods)$/i,
	},
];

/** The file as HTML; undefined when it is no office file that can be read. */
export async function readOfficeFile(
	bytes: Buffer,
	contentType: string,
	name: string,
): Promise<string | undefined> {
	const isUntold = /octet-stream|^$/.test(contentType);
	const kind = KINDS.find(({ type, name: end }) =>
		isUntold ? end.test(name) : type.test(contentType),
	);
	try {
		return await kind?.read(bytes);
	} catch {
		throw allEnginesFailed('document');
	}
}

async function readWord(bytes: Buffer): Promise<string> {
	const { default: mammoth } = await import('mammoth');
	const { value } = await mammoth.convertToHtml({ buffer: bytes });
	return `<html><body>${value}</body></html>`;
}

/** A heading and a table for each sheet. */
async function readSheets(bytes: Buffer): Promise<string> {
	const { read, utils } = await import('xlsx');
	const book = read(bytes);
	const sheets = book.SheetNames.map((name) => {
		const sheet = book.Sheets[name];
		const rows = sheet ? utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false }) : [];
		return `<h2>${escapeMarkup(name)}</h2>${tableOf(rows)}`;
	});
	return `<html><body>${sheets.join('')}</body></html>`;
}

function tableOf([head = [], ...rows]: string[][]): string {
	const width = Math.max(head.length, ...rows.map((row) => row.length));
	const line = (row: string[], tag: string): string => {
		const cells = Array.from({ length: width }, (_, index) => row[index] ?? '');
		return `<tr>${cells.map((cell) => `<${tag}>${escapeMarkup(cell)}</${tag}>`).join('')}</tr>`;
	};
	return `<table>${line(head, 'th')}${rows.map((row) => line(row, 'td')).join('')}</table>`;
}
