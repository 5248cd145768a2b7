import type { INodeType, INodeTypes, IVersionedNodeType } from 'n8n-workflow';
import type { LoadedCore } from './n8nCore.ts';

/** The type of the node that hands a test's items to the node under test. */
export const START_NODE_TYPE = 'engine-test.start';

/** A pack's nodes as n8n's application offers them to its engine, plus the start node. */
export class PackNodeTypes implements INodeTypes {
	private readonly loader;

	private readonly loaded;

	constructor(
		loader: InstanceType<LoadedCore['core']['PackageDirectoryLoader']>,
		loaded: LoadedCore,
	) {
		this.loader = loader;
		this.loaded = loaded;
	}

	getByName(nodeType: string): INodeType | IVersionedNodeType {
		return nodeType === START_NODE_TYPE
			? startNode
			: this.loader.getNode(this.shortName(nodeType)).type;
	}

	getByNameAndVersion(nodeType: string, version?: number): INodeType {
		const type = this.loaded.workflow.NodeHelpers.getVersionedNodeType(
			this.getByName(nodeType),
			version,
		);
		if (isLeftToRouting(type)) this.routeThroughEngine(type);
		return type;
	}

	getKnownTypes() {
		return this.loader.known.nodes as unknown as ReturnType<INodeTypes['getKnownTypes']>;
	}

	private routeThroughEngine(type: INodeType) {
		const { RoutingNode } = this.loaded.core;
		type.execute = async function () {
			const context = this as ConstructorParameters<typeof RoutingNode>[0];
			return (await new RoutingNode(context, type).runNode()) ?? [];
		};
	}

	/** The tool of an AI agent is the node itself, under a type name of its own. */
	private shortName(nodeType: string) {
		const prefix = `${this.loader.packageName}.`;
		const name = nodeType.startsWith(prefix) ? nodeType.slice(prefix.length) : nodeType;
		return name.replace(/Tool$/, '');
	}
}

/** n8n's own rule for which nodes get their `execute` from the routing in their description. */
function isLeftToRouting(type: INodeType) {
	const isDeclarative = type.description.requestDefaults !== undefined;
	return (
		!type.execute &&
		!type.supplyData &&
		!type.poll &&
		!type.trigger &&
		(!type.webhook || isDeclarative) &&
		(!type.methods || isDeclarative)
	);
}

const startNode: INodeType = {
	description: {
		displayName: 'Start',
		name: 'start',
		group: ['input'],
		version: 1,
		description: 'Passes on the items of a test',
		defaults: { name: 'Start' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	},
	execute() {
		return Promise.resolve([this.getInputData()]);
	},
};
