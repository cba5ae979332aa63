/** The memory as a real MCP client sees it. What there is no tool for is asked by REST of the same server. */
import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { TestMemoryServer } from '../../../support/memory-server.js';
import {
  type Asked,
  changed,
  deleted,
  type Face,
  type Fields,
  hits,
  news,
  progress,
  put,
  read,
  useful,
} from './face.js';
import { restFace } from './rest-face.js';

/** MCP of a server, through a real client. */
export async function mcpFace(server: TestMemoryServer): Promise<Face> {
  const rest = restFace(server);
  const client = new Client({ name: 'a-test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)));
  const call = async (name: string, args: Record<string, unknown>) => {
    const { content, isError } = await client.callTool({ name, arguments: args });
    const [first] = content as readonly { readonly text: string }[];
    return { text: first?.text ?? '', isError: isError === true };
  };
  return {
    session: async (cwd) => {
      const { text } = await call('kg_read', { cwd });
      const [, session] = /^Session: (\S+)$/m.exec(text) ?? [];
      assert.ok(session, text);
      return session;
    },
    ask: async (asked, project) => {
      const tool = toolFor(asked);
      if (tool === undefined) return rest.ask(asked, project);
      const { text, isError } = await call(...tool);
      if (isError) return `refused: ${text.slice(0, text.indexOf(':'))}`;
      return tellText(asked, text);
    },
    contents: rest.contents,
    close: () => client.close(),
  };
}

function toolFor(asked: Asked): [name: string, args: Record<string, unknown>] | undefined {
  const { kind, session, project, task, newId, expectedVersion, ...rest } = asked as Asked &
    Fields & { kind: string };
  const args = {
    ...rest,
    ...(session !== undefined && { session_id: session }),
    ...(project !== undefined && { cwd: project }),
    ...(task !== undefined && { task_id: task }),
    ...(newId !== undefined && { new_id: newId }),
    ...(expectedVersion !== undefined && { expected_version: expectedVersion }),
  };
  if (asked.kind === 'read-nodes') return ['kg_read', args];
  const isTool = !['archive-node', 'restore-node', 'import', 'undo-last'].includes(kind);
  return isTool ? [`kg_${kind.replace('-', '_')}`, args] : undefined;
}

function tellText(asked: Asked, text: string): string {
  const number = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0);
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, each = '']) => each);
  switch (asked.kind) {
    case 'put-node':
      return put(
        text.startsWith('Saved'),
        number(/\(version (\d+)\)/),
        /^Its gist has/m.test(text),
        all(/^ {2}\[\w+\] ([^:]+):/gm),
      );
    case 'put-edge': {
      const [, named = ''] = /kept as an artifact: (.*)\.$/m.exec(text) ?? [];
      return put(
        text.startsWith('Saved'),
        number(/\(version (\d+)\)/),
        false,
        named === '' ? [] : named.split(', '),
      );
    }
    case 'read-nodes': {
      const found = [...text.matchAll(/^▸ (\S+) \((\w+), ([^,)]+)/gm)];
      return read(
        found.map(([, id = '', level = '', how = '']) => [id, level, how.replace(/ from.*/, '')]),
        all(/^No node '([^']*)'/gm),
      );
    }
    case 'search':
      return hits(all(/^▸ (\S+)/gm));
    case 'delete-node':
      return deleted(number(/and (\d+) edges?/), number(/^(\d+) edges? of the other graph/m));
    case 'delete-edge':
      return text.startsWith('Deleted') ? 'deleted' : 'no such edge';
    case 'rename-node':
    case 'merge-nodes':
      return changed(/ (?:to|into) (\S+) in/.exec(text)?.[1] ?? '', number(/; (\d+) edges?/));
    case 'useful': {
      const [, named = ''] = /^Endorsed: (.*)\.$/m.exec(text) ?? [];
      const accepted = named === '' ? [] : named.split(', ').map((each) => each.replace(/ \(.*/, ''));
      return useful(accepted, all(/^Not endorsed: (\S+):/gm), number(/^(\d+) endorsements? left/m));
    }
    case 'sync':
      return news(text);
    case 'progress':
      return progress(asked.state !== undefined, text.startsWith('Nothing') ? null : text);
    default:
      throw new Error(`no tool does ${asked.kind}`);
  }
}
