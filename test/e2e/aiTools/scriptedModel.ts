import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A tool as it is told to the model, in OpenAI's format. */
export interface ToldTool {
	function: {
		name: string;
		description: string;
		parameters: { properties?: Record<string, { type?: string; description?: string }> };
	};
}

interface ChatRequest {
	messages: Array<{ role: string; content?: unknown }>;
	tools?: ToldTool[];
}

/** What the model does in a turn: it calls a tool, or says its last words. */
export type Turn = { tool: string; args: Record<string, unknown> } | string;

/** The turns in order; one may depend on what the tool called before it has answered. */
export type Script = Array<Turn | ((toolAnswer: string) => Turn)>;

/** A chat model on loopback that follows a script, behind OpenAI's chat completions API. */
export interface ScriptedModel {
	/** For the field Base URL of an OpenAI credential. */
	url: string;
	play(script: Script): void;
	/** The tools that the last request told of. */
	tools: () => ToldTool[];
	/** What the tools answered, as the model got to read it. */
	toolAnswers: () => string[];
	stop(): void;
}

export async function startScriptedModel(): Promise<ScriptedModel> {
	let script: Script = [];
	let turnsPlayed = 0;
	let last: ChatRequest = { messages: [] };

	const toolAnswers = () =>
		last.messages
			.filter(({ role }) => role === 'tool')
			.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));

	const server = createServer((request, response) => {
		void bodyOf(request).then((body) => {
			last = body;
			const next = script[turnsPlayed++] ?? 'The script is over.';
			const turn = typeof next === 'function' ? next(toolAnswers().at(-1) ?? '') : next;
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(completion(turn, turnsPlayed)));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		play(next) {
			script = next;
			turnsPlayed = 0;
		},
		tools: () => last.tools ?? [],
		toolAnswers,
		stop() {
			server.closeAllConnections();
			server.close();
		},
	};
}

function completion(turn: Turn, number: number): object {
	const message =
		typeof turn === 'string'
			? { role: 'assistant', content: turn }
			: {
					role: 'assistant',
					content: null,
					tool_calls: [
						{
							id: `call_${number}`,
							type: 'function',
							function: { name: turn.tool, arguments: JSON.stringify(turn.args) },
						},
					],
				};
	return {
		id: `chatcmpl-${number}`,
		object: 'chat.completion',
		created: 0,
		model: 'scripted',
		choices: [
			{ index: 0, message, finish_reason: typeof turn === 'string' ? 'stop' : 'tool_calls' },
		],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}

async function bodyOf(request: IncomingMessage): Promise<ChatRequest> {
	let text = '';
	for await (const chunk of request) text += String(chunk);
	return JSON.parse(text) as ChatRequest;
}
