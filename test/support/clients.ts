/**
 * The official clients, old and new, on the real server: what an agent's program does. Each is one value with the same few
 * questions, so that a test asks them all the same.
 */

import { resolve } from 'node:path';
import { Client as NewClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as NewTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { isolatedEnvironment } from './run-bin.js';

export interface ToolText {
  readonly text: string;
  readonly isError: boolean;
}

export interface TestClient {
  readonly call: (name: string, args: Record<string, unknown>) => Promise<ToolText>;
  readonly toolNames: () => Promise<string[]>;
  readonly prompt: (name: string, args: Record<string, string>) => Promise<string>;
  readonly read: (uri: string) => Promise<string>;
  readonly complete: (prompt: string, argument: string, value: string) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

export interface Place {
  readonly cwd: string;
  readonly home: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The program that speaks MCP and its words; absent: the server of the code graph. */
  readonly program?: readonly [bin: string, ...words: string[]];
}

/** By name: the client that negotiates 2026-07-28, and the one that knows nothing after 2025-11-25. */
export const CLIENTS: Readonly<Record<string, (place: Place) => Promise<TestClient>>> = {
  'the current client': connectNew,
  'the former client': connectOld,
};

function serverIn({ cwd, home, env, program: [bin, ...words] = ['kg-memory-mcp'] }: Place) {
  const args = [resolve('bin', `${bin}.cjs`), ...words];
  const all = { ...isolatedEnvironment(home), ...env };
  return { command: process.execPath, args, cwd, env: all, stderr: 'ignore' as const };
}

async function connectNew(place: Place): Promise<TestClient> {
  const client = new NewClient({ name: 'new', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new NewTransport(serverIn(place)));
  return clientOf(client);
}

async function connectOld(place: Place): Promise<TestClient> {
  const client = new OldClient({ name: 'old', version: '1' });
  await client.connect(new OldTransport(serverIn(place)));
  return clientOf(client);
}

/** What both have in common, as far as the tests go. */
interface AnyClient {
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  listTools(): Promise<{ tools: readonly { name: string }[] }>;
  getPrompt(params: { name: string; arguments: Record<string, string> }): Promise<unknown>;
  readResource(params: { uri: string }): Promise<unknown>;
  complete(params: {
    ref: { type: 'ref/prompt'; name: string };
    argument: { name: string; value: string };
  }): Promise<{ completion: { values: readonly string[] } }>;
  close(): Promise<void>;
}

function clientOf(client: AnyClient): TestClient {
  return {
    call: async (name, args) => {
      const result = (await client.callTool({ name, arguments: args })) as ToolResult;
      return { text: result.content.map(({ text }) => text).join(''), isError: result.isError === true };
    },
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    prompt: async (name, args) => {
      const result = (await client.getPrompt({ name, arguments: args })) as PromptResult;
      return result.messages.map(({ content }) => content.text).join('');
    },
    read: async (uri) => {
      const result = (await client.readResource({ uri })) as ReadResult;
      return result.contents.map(({ text }) => text).join('');
    },
    complete: async (name, argument, value) => {
      const result = await client.complete({
        ref: { type: 'ref/prompt', name },
        argument: { name: argument, value },
      });
      return result.completion.values;
    },
    close: () => client.close(),
  };
}

interface ToolResult {
  readonly content: readonly { readonly text: string }[];
  readonly isError?: boolean;
}
interface PromptResult {
  readonly messages: readonly { readonly content: { readonly text: string } }[];
}
interface ReadResult {
  readonly contents: readonly { readonly text: string }[];
}
