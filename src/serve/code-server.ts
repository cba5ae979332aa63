/**
 * The code graph as an MCP server: who it is, what it can do, and which part of the program answers each method. It speaks
 * every revision through the SDK and knows no transport.
 *
 * It loads nothing but the SDK: `initialize` and `server/discover` are answered from here, and the tools, with their
 * schemas and everything behind them, are loaded by the first request that needs them.
 */
import type { Server, ServerContext } from '@modelcontextprotocol/server';
import { CAPABILITIES, INSTRUCTIONS, LIST_CACHE, SERVER_INFO } from './identity.js';
import { ReadableServer } from './readable-server.js';
import type { CodeServerOptions, Request } from './request.js';

/** A server for one connection. */
export function createCodeServer(options: CodeServerOptions): Server {
  const server = new ReadableServer(SERVER_INFO, {
    capabilities: CAPABILITIES,
    instructions: INSTRUCTIONS,
    cacheHints: {
      'server/discover': LIST_CACHE,
      'tools/list': LIST_CACHE,
      'prompts/list': LIST_CACHE,
      'resources/templates/list': LIST_CACHE,
    },
  });
  const handlers = async () => (await import('./code-handlers.js')).codeHandlers(options);
  server.setRequestHandler('tools/list', async () => (await handlers()).listTools());
  server.setRequestHandler('tools/call', async ({ params }, context) =>
    (await handlers()).callTool(params, request(context)),
  );
  server.setRequestHandler('prompts/list', async () => (await handlers()).listPrompts());
  server.setRequestHandler('prompts/get', async ({ params }, context) =>
    (await handlers()).getPrompt(params, request(context)),
  );
  server.setRequestHandler('resources/list', async ({ params }, context) =>
    (await handlers()).listResources(params?.cursor, request(context)),
  );
  server.setRequestHandler('resources/templates/list', async () => (await handlers()).listTemplates());
  server.setRequestHandler('resources/read', async ({ params }, context) =>
    (await handlers()).readResource(params.uri, request(context)),
  );
  server.setRequestHandler('completion/complete', async ({ params }) => (await handlers()).complete(params));
  return server;
}

function request({ mcpReq }: ServerContext): Request {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return { signal: mcpReq.signal };
  const sendProgress = (progress: number, total: number, message: string) => {
    if (mcpReq.signal.aborted) return;
    const params = { progressToken, progress, total, message };
    // A client that is gone cannot be told how far we are.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  return { signal: mcpReq.signal, sendProgress };
}
