import { Readable } from 'node:stream';

import type { IBinaryData } from 'n8n-workflow';

import type { Engine } from './engine.ts';

/** Where n8n keeps files: base64 in the item, its folder, or the database, which gives files whole. */
export type BinaryMode = 'database' | 'filesystem' | 'memory';

export interface GivenFile {
	content: Buffer | Readable;
	/** As the node before would name it; nothing is guessed from the other. */
	name?: string;
	type?: string;
}

/** What n8n keeps files with; the fields that its types hide are those that its settings decide. */
interface FileService {
	mode: string;
	init(): Promise<void>;
	setManager(mode: string, manager: object): void;
	store(location: object, content: Buffer | Readable, file: IBinaryData): Promise<IBinaryData>;
	deleteManyByBinaryDataId(ids: string[]): Promise<void>;
}

const MODES = { database: 'database', filesystem: 'filesystem-v2', memory: 'default' };

/** A file as an item holds it. */
export async function inputFile(
	engine: Engine,
	{ content, name, type = '' }: GivenFile,
	mode: BinaryMode = 'filesystem',
): Promise<IBinaryData> {
	const service = fileService(engine);
	await service.init();
	service.setManager('database', new WholeFiles());
	service.mode = MODES[mode];
	const location = { type: 'execution', workflowId: 'files', executionId: 'files' };
	const file = { data: '', mimeType: type, ...(name !== undefined && { fileName: name }) };
	return await service.store(location, content, file);
}

/** As n8n does with the files of old executions. */
export async function deleteFile(engine: Engine, { id = '' }: IBinaryData): Promise<void> {
	await fileService(engine).deleteManyByBinaryDataId([id]);
}

function fileService({ loaded }: Engine): FileService {
	const { container, core } = loaded;
	return container.get<unknown>(core.BinaryDataService) as FileService;
}

const kept = new Map<string, Buffer>();

/** Files as the database mode gives them: each is read whole before the first piece of it comes. */
class WholeFiles {
	async store(_location: object, content: Buffer | Readable) {
		const fileId = `file-${kept.size}`;
		const bytes = Buffer.isBuffer(content) ? content : Buffer.concat(await content.toArray());
		kept.set(fileId, bytes);
		return { fileId, fileSize: bytes.length };
	}

	getAsStream(fileId: string): Readable {
		return Readable.from(kept.get(fileId) ?? Buffer.alloc(0), { objectMode: false });
	}

	getMetadata(fileId: string): { fileSize: number } {
		const bytes = kept.get(fileId);
		if (!bytes) throw new Error('No such file');
		return { fileSize: bytes.length };
	}
}
