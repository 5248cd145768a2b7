import type {
	ICredentialDataDecryptedObject,
	ICredentials,
	ICredentialsExpressionResolveValues,
	ICredentialsHelper,
	ICredentialType,
	IExecuteData,
	IHttpRequestOptions,
	INode,
	INodeCredentialsDetails,
	INodeParameters,
	INodeProperties,
	INodeTypes,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type { LoadedCore } from './n8nCore.ts';
import { START_NODE_TYPE } from './packNodeTypes.ts';

/** Stands in where an expression of a credential is resolved outside any node. */
const NODELESS: INode = {
	id: '',
	name: '',
	typeVersion: 1,
	type: START_NODE_TYPE,
	position: [0, 0],
	parameters: {},
};

/** Fields that n8n adds to every credential that can be chosen in HTTP Request. */
const RESTRICTION_FIELDS = new Set(['allowedHttpRequestDomains', 'allowedDomains']);

/**
 * n8n's credentials helper with the database left out: every credential holds the values the test
 * gave. Defaults, expressions and `authenticate` are treated as in n8n's application.
 */
export class GivenCredentials implements ICredentialsHelper {
	private readonly values;

	private readonly types;

	private readonly nodeTypes;

	private readonly loaded;

	constructor(
		values: ICredentialDataDecryptedObject,
		types: (name: string) => ICredentialType,
		nodeTypes: INodeTypes,
		loaded: LoadedCore,
	) {
		this.values = values;
		this.types = types;
		this.nodeTypes = nodeTypes;
		this.loaded = loaded;
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode() {
		return true;
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		return this.types(type).properties;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions,
		workflow?: Workflow,
		node?: INode,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.types(typeName);
		if (authenticate === undefined) return requestOptions;
		if (typeof authenticate === 'function') return await authenticate(credentials, requestOptions);
		if (!workflow || !node) throw new Error('n8n needs a workflow and a node here');

		const resolve = (value: unknown) => {
			const text = String(value);
			if (!text.startsWith('=')) return value;
			const keys = { $credentials: credentials };
			const { expression } = workflow;
			const resolved = expression.getSimpleParameterValue(
				node,
				text,
				'internal',
				keys,
				undefined,
				'',
			);
			return resolved ? String(resolved) : '';
		};
		const target = requestOptions as unknown as Partial<Record<string, Record<string, unknown>>>;
		target.headers ??= {};
		for (const [part, entries] of Object.entries(authenticate.properties)) {
			for (const [key, value] of Object.entries(entries as Record<string, unknown>)) {
				(target[part] ??= {})[String(resolve(key))] = resolve(value);
			}
		}
		return requestOptions;
	}

	preAuthentication() {
		return Promise.resolve(undefined);
	}

	runPreAuthentication() {
		return Promise.resolve(undefined);
	}

	getCredentials(): Promise<ICredentials> {
		return Promise.reject(new Error('Stored credentials are not available in engine tests'));
	}

	async updateCredentials() {}

	async updateCredentialsOauthTokenData() {}

	async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		_nodeCredentials: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		raw?: boolean,
		values?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		if (raw) return this.values;
		const withDefaults = this.withDefaults(type);
		const keys = this.loaded.core.getAdditionalKeys(additionalData, mode, null, {
			isCredential: true,
		});
		if (values) {
			return values.workflow.expression.getParameterValue(
				withDefaults,
				values.runExecutionData,
				values.runIndex,
				values.itemIndex,
				values.node.name,
				values.connectionInputData,
				mode,
				keys,
				executeData,
				false,
				withDefaults,
			) as ICredentialDataDecryptedObject;
		}
		const { expression } = new this.loaded.workflow.Workflow({
			nodes: [NODELESS],
			connections: {},
			active: false,
			nodeTypes: this.nodeTypes,
		});
		await expression.acquireIsolate();
		try {
			return expression.getComplexParameterValue(
				NODELESS,
				withDefaults,
				mode,
				keys,
				undefined,
				undefined,
				withDefaults,
			) as ICredentialDataDecryptedObject;
		} finally {
			await expression.releaseIsolate();
		}
	}

	/** The given values, completed with the defaults of the credential's fields. */
	private withDefaults(type: string): INodeParameters {
		const properties = this.getCredentialsProperties(type);
		const given = this.values as INodeParameters;
		const { getNodeParameters } = this.loaded.workflow.NodeHelpers;
		const restrictions = Object.entries(given).filter(([name]) => RESTRICTION_FIELDS.has(name));
		return {
			...getNodeParameters(properties, given, true, false, null, null),
			...Object.fromEntries(restrictions),
		};
	}
}
