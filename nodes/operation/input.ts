import type {
	IBinaryData,
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { FieldError, flag, isBlank, isRecord, oneOf } from '../contract/checks';
import { isTool } from './isTool';

/** The parameters of one input item, their expressions resolved. */
export class Input {
	/** The fields with `routing.send` of type body, by the names under which they are sent. */
	readonly body: Record<string, unknown>;

	/** Those of type query. */
	readonly query: IDataObject;

	readonly timeZone: string;

	/** Whether an AI agent uses the node. */
	readonly isTool: boolean;

	constructor(
		private readonly item: IExecuteSingleFunctions,
		request: IHttpRequestOptions,
	) {
		this.body = isRecord(request.body) ? request.body : {};
		this.query = request.qs ?? {};
		this.timeZone = item.getTimezone();
		this.isTool = isTool(item.getNode());
	}

	/** The value of a parameter; null where it is not shown or was not given. */
	parameter(path: string, fallback: unknown = null): unknown {
		return this.item.getNodeParameter(path, fallback);
	}

	/** What a resource locator points at. */
	locator(name: string): unknown {
		return this.item.getNodeParameter(name, '', { extractValue: true });
	}

	/** Whether a box is ticked. @throws FieldError */
	flag(path: string, fallback: boolean): boolean {
		return flag(nameOf(path), this.parameter(path, fallback));
	}

	/** One of the values of a choice, the first where nothing was chosen. @throws FieldError */
	oneOf<T extends string>(path: string, ...allowed: [T, ...T[]]): T {
		return oneOf(...allowed)(nameOf(path), this.parameter(path, allowed[0]));
	}

	/**
	 * The file that a parameter names, or that an expression in it gives whole.
	 *
	 * @throws FieldError when the item has no such file
	 */
	file(path: string): IBinaryData {
		const named = this.parameter(path, '');
		const file = this.fileNamed(named);
		if (file) return file;
		throw new FieldError(nameOf(path), 'must name a file of the item, such as data', named);
	}

	/**
	 * The fields of a group, whether added in the editor or given by one expression.
	 *
	 * @returns undefined where the group was not added
	 * @throws FieldError when it is anything but an object
	 */
	group(path: string): Record<string, unknown> | undefined {
		const added = this.item.getNodeParameter(path, null);
		if (isBlank(added) || isEmpty(added)) return undefined;
		const name = nameOf(path);
		if (!isRecord(added)) throw new FieldError(name, 'must be an object', added);
		const fields = 'value' in added ? added.value : added;
		if (isBlank(fields)) return undefined;
		if (!isRecord(fields)) throw new FieldError(name, 'must be an object', fields);
		return fields;
	}

	private fileNamed(named: unknown): IBinaryData | undefined {
		try {
			return this.item.helpers.assertBinaryData(named as string);
		} catch {
			return undefined;
		}
	}
}

/** By which errors call a parameter: options stand beside the fields. */
function nameOf(path: string): string {
	return path.replace(/^options\./, '');
}

/** As the editor saves a group that was added and never filled. */
function isEmpty(value: unknown): boolean {
	return isRecord(value) && Object.keys(value).length === 0;
}
