/**
 * What the MCP methods of the code server do: from the parameters of a request to its result. Loaded by the first request
 * after the handshake. Faults of the caller become tool errors with a hint; our own go to stderr with their stack, and the
 * caller is told without it.
 */
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { type Asker, askSoundly } from '../code/ask-soundly.js';
import type { Project } from '../code/project-face.js';
import { describeError, KgError, stackOf } from '../kernel/errors.js';
import { printable } from '../kernel/text.js';
import { readArguments } from './arguments.js';
import { CODE_TOOLS } from './code-tools/all.js';
import { completeArgument } from './completion.js';
import { describeTool, unknownName } from './listing.js';
import { risingProgress } from './progress.js';
import { CODE_PROMPTS, checkPromptArguments } from './prompts.js';
import type { CodeServerOptions, Request } from './request.js';
import { listAdrs, RESOURCE_TEMPLATES, readNode } from './resources.js';
import type { Tool, ToolAnswer, ToolCall } from './tool.js';

// Largest answer of a tool in characters (max_tokens 100,000 of three bytes): clients that cut earlier take it as leave.
const RESULT_CHARS_MAX = 300_000;

/** A caller who neither takes a request back nor is told how far it is. */
const NOBODY: Asker = { signal: new AbortController().signal, onProgress: () => undefined };

/** A request that names something by a string, as MCP sends it. */
interface Call {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
}

/** One function for each method. */
export function codeHandlers({ project, memory, onFault }: CodeServerOptions) {
  const recover: Project['recover'] = async (...given) => (await project()).recover(...given);
  const soundly = <T>(call: Asker, ask: () => Promise<T>) => askSoundly({ recover }, call, ask);
  const callFor = ({ signal, sendProgress }: Request): ToolCall => ({
    project,
    ...(memory !== undefined && { memory }),
    signal,
    onProgress: sendProgress === undefined ? () => undefined : risingProgress(sendProgress),
  });
  return {
    listTools: () => ({ tools: CODE_TOOLS.map((tool) => describeTool(tool, RESULT_CHARS_MAX)) }),

    callTool: async (params: Call, request: Request) => {
      const tool = CODE_TOOLS.find(({ name }) => name === params.name);
      if (tool === undefined) throw unknownName('tool', params.name, CODE_TOOLS);
      const call = callFor(request);

      const { text, isError } = await runTool(
        tool,
        async () => {
          const input = readArguments(tool, params.arguments);
          return soundly(call, () => tool.run(input, call));
        },
        onFault,
      );
      return { content: [{ type: 'text' as const, text }], ...(isError === true && { isError }) };
    },

    listPrompts: () => ({
      prompts: CODE_PROMPTS.map(({ name, title, description, arguments: args }) => {
        return { name, title, description, arguments: [...args] };
      }),
    }),

    getPrompt: async (params: Call, request: Request) => {
      const prompt = CODE_PROMPTS.find(({ name }) => name === params.name);
      if (prompt === undefined) throw unknownName('prompt', params.name, CODE_PROMPTS);
      const text = await orInvalidParams(async () => {
        checkPromptArguments(prompt, params.arguments ?? {});
        const call = callFor(request);
        return soundly(call, async () => prompt.write(params.arguments ?? {}, call));
      });
      const content = { type: 'text' as const, text };
      return { description: prompt.description, messages: [{ role: 'user' as const, content }] };
    },

    listResources: (cursor: string | undefined, request: Request) => {
      const call = callFor(request);
      return orInvalidParams(() => soundly(call, () => listAdrs(cursor, call)));
    },

    listTemplates: () => ({ resourceTemplates: [...RESOURCE_TEMPLATES] }),

    readResource: async (uri: string, request: Request) => {
      const call = callFor(request);
      const read = await orInvalidParams(() => soundly(call, () => readNode(uri, call)));
      if (read.kind === 'text') {
        return { contents: [{ uri, mimeType: 'text/markdown', text: read.text }] };
      }
      const meant = read.nearest.length === 0 ? '' : `. Did you mean ${read.nearest.join(', ')}?`;
      throw new ResourceNotFoundError(uri, `Resource not found: ${printable(uri.slice(0, 200))}${meant}`);
    },

    complete: (params: Parameters<typeof completeArgument>[0]) =>
      soundly(NOBODY, () => completeArgument(params, project)),
  };
}

async function runTool(
  tool: Tool,
  run: () => Promise<ToolAnswer>,
  onFault: (line: string) => void,
): Promise<ToolAnswer> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof KgError) return { text: describeError(error), isError: true };
    onFault(`${tool.name}: ${stackOf(error)}`);
    return {
      text: `${tool.name} failed by a fault of its own; the log on stderr has details.`,
      isError: true,
    };
  }
}

/** What the caller can mend is an invalid parameter for methods that have no tool errors. */
async function orInvalidParams<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof KgError)) throw error;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, describeError(error));
  }
}
