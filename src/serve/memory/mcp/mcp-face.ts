/**
 * The memory as an MCP server over Streamable HTTP: stateless, every revision, one server object for each request, nothing
 * kept between two of them. What lasts (sessions, graphs) is the memory's own and is named by arguments.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  type Server as McpServer,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import type { Log } from '../../../kernel/log.js';
import { describeTool, unknownName } from '../../listing.js';
import { ReadableServer } from '../../readable-server.js';
import { send } from '../http/reply.js';
import { BODY_BYTES_MAX, readBody } from '../http/request-body.js';
import type { MemoryPort } from '../memory-port.js';
import { MEMORY_TOOLS } from '../tools/all.js';
import { runMemoryTool } from '../tools/run-tool.js';
import {
  LEGACY_CAPABILITIES,
  MEMORY_CAPABILITIES,
  MEMORY_INSTRUCTIONS,
  MEMORY_LIST_CACHE,
  MEMORY_SERVER_INFO,
} from './identity.js';
import { MEMORY_PROMPTS } from './prompts.js';
import { listUserNodes, MEMORY_TEMPLATES, readUserNode } from './resources.js';

// A full read has 40,000 characters at most; clients that would cut it earlier take this as leave.
const RESULT_CHARS_MAX = 100_000;

const LISTED_TOOLS = () => ({ tools: MEMORY_TOOLS.map((tool) => describeTool(tool, RESULT_CHARS_MAX)) });
const LISTED_PROMPTS = {
  prompts: MEMORY_PROMPTS.map(({ name, title, description, argument }) => {
    return { name, title, description, arguments: [{ ...argument }] };
  }),
};

/** The face, and how it ends: streams that are open are closed. */
export interface McpFace {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
}

/** What MCP needs of the memory. */
export type McpMemory = Pick<MemoryPort, 'apply' | 'state'>;

/** The face over a memory. */
export function createMcpFace(memory: McpMemory, log: Log): McpFace {
  const tools = LISTED_TOOLS();
  const onFault = (line: string) => log.error(line);
  const handler = createMcpHandler(({ era }) => createServer(memory, { era, tools, onFault }), {
    maxRequestBodySize: BODY_BYTES_MAX,
    // Mostly requests that are no MCP, which were answered as such.
    onerror: (error) => log.detail(`mcp: ${error.message}`),
  });
  const answer = toNodeHandler(handler, { maxRequestBodySize: BODY_BYTES_MAX });
  return {
    handle: async (request, response) => {
      const body = await readBody(request);
      if ('refused' in body) return send(response, body.refused);
      return answer(withBody(request, body.bytes), response);
    },
    close: () => handler.close(),
  };
}

/** The request with the body that was read of it. A request that a server was given has a method and an address. */
function withBody(
  { method = '', url = '', headers }: IncomingMessage,
  bytes: Buffer,
): NodeIncomingMessageLike {
  return {
    method,
    url,
    headers,
    async *[Symbol.asyncIterator]() {
      yield bytes;
    },
  };
}

interface ServerParts {
  readonly era: 'legacy' | 'modern';
  readonly tools: ReturnType<typeof LISTED_TOOLS>;
  readonly onFault: (line: string) => void;
}

function createServer(memory: McpMemory, { era, tools, onFault }: ServerParts): McpServer {
  const server = new ReadableServer(MEMORY_SERVER_INFO, {
    capabilities: era === 'legacy' ? LEGACY_CAPABILITIES : MEMORY_CAPABILITIES,
    instructions: MEMORY_INSTRUCTIONS,
    cacheHints: {
      'server/discover': MEMORY_LIST_CACHE,
      'tools/list': MEMORY_LIST_CACHE,
      'prompts/list': MEMORY_LIST_CACHE,
      'resources/templates/list': MEMORY_LIST_CACHE,
    },
  });
  server.setRequestHandler('tools/list', () => tools);
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = MEMORY_TOOLS.find(({ name }) => name === params.name);
    if (tool === undefined) throw unknownName('tool', params.name, MEMORY_TOOLS);
    const { text, isError } = await runMemoryTool(tool, params.arguments, { memory, onFault });
    return { content: [{ type: 'text' as const, text }], ...(isError === true && { isError }) };
  });
  server.setRequestHandler('prompts/list', () => LISTED_PROMPTS);
  server.setRequestHandler('prompts/get', ({ params }) => {
    const prompt = MEMORY_PROMPTS.find(({ name }) => name === params.name);
    if (prompt === undefined) throw unknownName('prompt', params.name, MEMORY_PROMPTS);
    const given = params.arguments?.[prompt.argument.name]?.trim() ?? '';
    if (prompt.argument.required && given === '') {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `${prompt.name} needs \`${prompt.argument.name}\`: ${prompt.argument.description}`,
      );
    }
    const content = { type: 'text' as const, text: prompt.write(given) };
    return { description: prompt.description, messages: [{ role: 'user' as const, content }] };
  });
  server.setRequestHandler('resources/list', ({ params }) => listUserNodes(memory, params?.cursor));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: MEMORY_TEMPLATES }));
  server.setRequestHandler('resources/read', ({ params }) => readUserNode(memory, params.uri));
  return server;
}
