import type {
	IConnections,
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
} from 'n8n-workflow';

import { Engine } from '../test/support/engine.ts';
import { loadCore, type ExpressionEngineName, type LoadedCore } from '../test/support/n8nCore.ts';
import { START_NODE_TYPE } from '../test/support/packNodeTypes.ts';
import { engineFolder, n8nNodesFolder, PROJECT } from './paths.ts';
import { vendorPackFolder } from './vendorPack.ts';

type Loader = InstanceType<LoadedCore['core']['PackageDirectoryLoader']>;

/** A chain of nodes; its first one takes the input items and the credential. */
export interface Chain {
	nodes: Array<Pick<INode, 'type' | 'typeVersion' | 'parameters'> & Partial<INode>>;
	/** Type of the first node's credential. */
	credential: string;
	credentials: ICredentialDataDecryptedObject;
}

/** What a chain has brought. */
export interface ChainResult {
	/** Output of the last node. */
	items: IDataObject[];
	/** Output of each node, the errors of items among it. */
	outputs: IDataObject[][];
}

/** A real n8n engine with this pack, the vendor's, and n8n's own nodes where n8n is installed. */
export class BenchN8n {
	private readonly engine: Engine;
	private readonly log: string[];

	private constructor(engine: Engine, log: string[]) {
		this.engine = engine;
		this.log = log;
	}

	static async load(options: {
		withContenders: boolean;
		expressions?: ExpressionEngineName;
	}): Promise<BenchN8n> {
		const loaded = await loadCore(engineFolder(), options.expressions);
		const { PackageDirectoryLoader, LazyPackageDirectoryLoader } = loaded.core;
		const packs: Loader[] = [new PackageDirectoryLoader(PROJECT)];
		if (options.withContenders) {
			packs.push(new PackageDirectoryLoader(vendorPackFolder()));
			const n8nNodes = n8nNodesFolder();
			if (n8nNodes !== undefined) packs.push(new LazyPackageDirectoryLoader(n8nNodes));
		}
		for (const pack of packs) await pack.loadAll();
		return new BenchN8n(new Engine(joined(packs), loaded), loaded.log);
	}

	/** Runs a chain of nodes over items, and says what came out. Throws when n8n stopped it. */
	async run({ nodes, credential, credentials }: Chain, items: IDataObject[]): Promise<ChainResult> {
		const start = nodeNamed('Start', { type: START_NODE_TYPE, typeVersion: 1, parameters: {} });
		const named = nodes.map((node, index) => nodeNamed(`Node ${index}`, node));
		if (named[0]) named[0].credentials = { [credential]: { id: 'given', name: credential } };
		const chain = [start, ...named];
		const connections: IConnections = {};
		for (const [index, { name }] of named.entries()) {
			const before = chain[index]?.name ?? '';
			connections[before] = { main: [[{ node: name, type: 'main', index: 0 }]] };
		}
		const { execution } = await this.engine.startWorkflow({
			nodes: chain,
			connections,
			credentials,
			items,
		}).promise;
		// The engine's log is kept for tests; here it would only look like a leak.
		this.log.length = 0;
		const { runData, error } = execution.data.resultData;
		if (error) throw error;
		const outputs = named.map(({ name }) =>
			(runData[name]?.at(-1)?.data?.main?.[0] ?? []).map(({ json }) => json),
		);
		return { items: outputs.at(-1) ?? [], outputs };
	}

	async close(): Promise<void> {
		await this.engine.close();
	}
}

function nodeNamed(name: string, node: Chain['nodes'][number]): INode {
	return { id: name, name, position: [0, 0], ...node };
}

/** Several packs as if they were one, whose node types keep their pack's name. */
function joined(packs: Loader[]): Loader {
	const loader = {
		packageName: 'bench',
		getNode(type: string) {
			const pack = packs.find(({ packageName }) => type.startsWith(`${packageName}.`));
			if (!pack) throw new Error(`No pack has the node ${type}`);
			return pack.getNode(type.slice(pack.packageName.length + 1));
		},
		getCredential(name: string) {
			const pack = packs.find(({ known }) => name in known.credentials);
			if (!pack) throw new Error(`No pack has the credential ${name}`);
			return pack.getCredential(name);
		},
		known: { nodes: {}, credentials: {} },
	};
	return loader as unknown as Loader;
}
