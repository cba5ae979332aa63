/**
 * The code graph as an MCP server: who it is, what it can do, and which part of the program answers each method. It speaks
 * every revision through the SDK and knows no transport.
 *
 * It loads nothing but the SDK: `initialize` and `server/discover` are answered from here, and the tools, with their
 * schemas and everything behind them, are loaded by the first request that needs them.
 */
import { Server, type ServerContext } from '@modelcontextprotocol/server';
import { version } from '../kernel/version.js';
import type { CodeServerOptions, Request } from './request.js';

/** Name and version, the same in both eras. */
export const SERVER_INFO = {
  name: 'kg-memory',
  title: 'kg-memory: code graph',
  version,
} as const;

/** Lists never change while the server runs. */
export const CAPABILITIES = { tools: {}, resources: {}, prompts: {}, completions: {} } as const;

// Clients cut at 2,000 or 4,096 characters, and some show only the first 512: those stand alone.
export const INSTRUCTIONS = `kg-memory knows this project's Python code as a graph: packages, files, classes, functions, who calls, imports and inherits whom, and which ADRs govern what. Ask it before grepping or opening files. kg_search finds nodes by name or words; kg_context gives everything about one file or symbol (source, callers, callees, tests, ADRs); kg_relate walks the neighbourhood (callers: direction "in", edge_types ["calls"]); kg_path connects two nodes. Name nodes loosely: Scorer.compute, scoring.py:120, ADR-8.

Before you change a function: kg_context of it, then kg_relate with depth 2 for wider effects. To understand a file: kg_context of its path. To find where something is done: kg_search, then kg_context of a hit. kg_ask answers questions in words when a language model is turned on. kg_status says what is indexed; kg_reindex is seldom needed, since changed files are indexed again by themselves.

Every answer keeps to max_tokens (default 4,000), gives exact totals and a cursor for the rest, and ends with a line that says how fresh it is. Calls are marked exact, inferred or candidate; calls that could not be resolved are counted, so "none found" is not "none".`;

const LIST_CACHE = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

/** A server for one connection. */
export function createCodeServer(options: CodeServerOptions): Server {
  const server = new Server(SERVER_INFO, {
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
