/**
 * One memory behind each of its faces: the store itself, MCP and REST. Each takes the same operations and tells what came of
 * them in the same words, so that one table of expectations holds for all three. A face's own wording is read here and
 * nowhere else; what MCP has no tool for (archiving by hand, undo) is asked by REST of the same server.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { systemClock } from '../../../src/kernel/clock.js';
import { createLog } from '../../../src/kernel/log.js';
import { MemoryError } from '../../../src/memory/errors.js';
import { memoryDomain } from '../../../src/memory/memory-domain.js';
import type { MemoryEdge, MemoryNode } from '../../../src/memory/model.js';
import type { Operation, Results } from '../../../src/memory/operations.js';
import { MemoryStore } from '../../../src/memory/store/memory-store.js';
import type { TestMemoryServer } from '../../support/memory-server.js';

/** What can be asked; `undo-last` takes back the newest change of the project's graph. */
export type Asked =
  | Exclude<
      Operation,
      { kind: 'register-session' | 'bootstrap' | 'recall' | 'maintain' | 'undo' | 'read-graph' }
    >
  | { readonly kind: 'undo-last' };

/** A graph without what depends on the time. */
export interface Contents {
  readonly nodes: readonly Readonly<Record<string, unknown>>[];
  readonly edges: readonly MemoryEdge[];
}

export interface Face {
  /** A new session of a project. */
  session(project: string): Promise<string>;
  /** What came of it, or `refused: <code>`. */
  ask(asked: Asked, project: string): Promise<string>;
  contents(project: string): Promise<Readonly<Record<'user' | 'project', Contents>>>;
  close(): Promise<void>;
}

type Fields = Readonly<Record<string, unknown>>;

/** The store, without any server. */
export async function storeFace(root: string): Promise<Face> {
  const log = createLog('quiet', () => undefined);
  const store = await MemoryStore.open({ root, domain: memoryDomain, log, clock: systemClock });
  return {
    session: async (project) => (await store.apply({ kind: 'register-session', project })).session,
    ask: async (asked, project) => {
      try {
        if (asked.kind !== 'undo-last') return tellResult(asked, await store.apply(asked));
        const [last] = await store.history({ level: 'project', project });
        assert.ok(last);
        return took(await store.restore({ level: 'project', project }, last.n));
      } catch (error) {
        if (error instanceof MemoryError) return `refused: ${error.reason}`;
        throw error;
      }
    },
    contents: async (project) => {
      const root = await store.openProject(project);
      const { user, projects } = store.state();
      const of = projects.get(root);
      assert.ok(of);
      return { user: contentsOf(user.nodes, user.edges), project: contentsOf(of.nodes, of.edges) };
    },
    close: () => store.close(),
  };
}

function tellResult<O extends Exclude<Asked, { kind: 'undo-last' }>>(asked: O, result: unknown): string {
  const as = <K extends keyof Results>(_: K) => result as Results[K];
  switch (asked.kind) {
    case 'put-node': {
      const { isNew, version, isLong, nearDuplicates } = as('put-node');
      return put(
        isNew,
        version,
        isLong,
        nearDuplicates.map(({ id }) => id),
      );
    }
    case 'put-edge': {
      const { isNew, version, artifacts } = as('put-edge');
      return put(isNew, version, false, artifacts);
    }
    case 'read-nodes': {
      const { found, missing } = as('read-nodes');
      return read(
        found.map(({ node, level, tier, was }) => [node.id, level, tier === was ? tier : 'promoted']),
        missing,
      );
    }
    case 'search':
      return hits(as('search').top.map(({ id }) => id));
    case 'delete-node': {
      const { edgesDeleted, edgesLeft } = as('delete-node');
      return deleted(edgesDeleted, edgesLeft.length);
    }
    case 'delete-edge':
      return as('delete-edge').isDeleted ? 'deleted' : 'no such edge';
    case 'rename-node':
    case 'merge-nodes':
      return changed(as(asked.kind).node.id, as(asked.kind).edgesChanged);
    case 'archive-node':
    case 'restore-node':
      return as(asked.kind).view.tier;
    case 'useful': {
      const { accepted, rejected, left } = as('useful');
      return useful(
        accepted.map(({ id }) => id),
        rejected.map(({ id }) => id),
        left,
      );
    }
    case 'sync':
      return news(as('sync').text);
    case 'progress':
      return progress(asked.state !== undefined, as('progress').state);
    case 'import': {
      const { nodes, edges, problems } = as('import');
      return taken(nodes, edges, problems.length);
    }
  }
}

/** REST of a server. */
export function restFace(server: TestMemoryServer): Face {
  const send = (method: string, path: string, fields: Fields) => {
    const named = Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]);
    return method === 'POST'
      ? server.fetch(method, path, fields)
      : server.fetch(method, `${path}?${new URLSearchParams(named)}`);
  };
  return {
    session: async (project_path) =>
      String((await send('POST', '/api/sessions/register', { project_path })).body.session_id),
    ask: async (asked, project) => {
      if (asked.kind === 'undo-last') {
        const named = { level: 'project', project_path: project };
        const { body } = await send('GET', '/api/history', named);
        const [{ n }] = body.entries as [{ n: number }];
        const undone = await send('POST', '/api/undo', { ...named, n });
        return undone.status === 200 ? took(undone.body as unknown as Results['undo']) : refused(undone.body);
      }
      const [method, path, fields] = requestFor(asked);
      const { status, body } = await send(method, path, fields);
      if (asked.kind === 'read-nodes' && status === 404 && codeIn(body) === 'unknown-node')
        return read([], asked.ids);
      return status === 200 ? tellBody(asked, body) : refused(body);
    },
    contents: async (project_path) => {
      const { body } = await send('GET', '/api/graph/read', { project_path });
      const shape = (of: unknown) => {
        const { nodes, edges } = of as { nodes: MemoryNode[]; edges: MemoryEdge[] };
        return contentsOf(
          new Map(nodes.map((node) => [node.id, node])),
          new Map(edges.map((edge, at) => [String(at), edge])),
        );
      };
      return { user: shape(body.user), project: shape(body.project) };
    },
    close: async () => undefined,
  };
}

function requestFor(
  asked: Exclude<Asked, { kind: 'undo-last' }>,
): readonly [method: string, path: string, fields: Fields] {
  const { kind, session, project, ...rest } = asked as Asked & Fields & { kind: string };
  const who = {
    ...(session !== undefined && { session_id: session }),
    ...(project !== undefined && { project_path: project }),
  };
  const { level, id, ids, expectedVersion, task, newId, from, into, query, ...more } = rest as Fields;
  const node = (of: unknown) => `/api/nodes/${level}/${encodeURIComponent(String(of))}`;
  const version = expectedVersion === undefined ? {} : { expected_version: expectedVersion };
  switch (asked.kind) {
    case 'put-node':
      return ['POST', '/api/nodes', { ...who, ...more, ...version, level, id }];
    case 'put-edge':
      return ['POST', '/api/edges', { ...who, ...more, ...version, level, from }];
    case 'read-nodes':
      return ['POST', `${node(asked.ids[0])}/promote`, who];
    case 'search':
      return ['GET', '/api/search', { ...who, query }];
    case 'delete-node':
      return ['DELETE', node(id), who];
    case 'delete-edge':
      return ['DELETE', '/api/edges', { ...who, ...more, level, from }];
    case 'rename-node':
      return ['POST', `${node(id)}/rename`, { ...who, new_id: newId }];
    case 'merge-nodes':
      return ['POST', `${node(from)}/merge`, { ...who, ...more, into }];
    case 'archive-node':
      return ['POST', `${node(id)}/archive`, who];
    case 'restore-node':
      return ['POST', `${node(id)}/restore`, who];
    case 'useful':
      return ['POST', '/api/useful', { ...who, ids }];
    case 'sync':
      return ['POST', '/api/sync', who];
    case 'progress': {
      const place = level === undefined ? {} : { level };
      return asked.state === undefined
        ? ['GET', `/api/progress/${task}`, { ...who, ...place }]
        : ['POST', '/api/progress', { ...who, ...place, ...more, task_id: task }];
    }
    case 'import':
      return ['POST', '/api/import', { ...who, ...more, level }];
  }
}

function tellBody(asked: Exclude<Asked, { kind: 'undo-last' }>, body: Fields): string {
  const list = (name: string) => body[name] as readonly Readonly<Record<string, string>>[];
  switch (asked.kind) {
    case 'put-node':
      return put(
        body.is_new === true,
        Number(body.version),
        body.is_long === true,
        list('near_duplicates').map(({ id = '' }) => id),
      );
    case 'put-edge':
      return put(body.is_new === true, Number(body.version), false, body.artifacts as readonly string[]);
    case 'read-nodes': {
      const { id } = body.node as MemoryNode;
      const how = body.was_archived === true ? 'promoted' : String(body.tier);
      return read([[id, String(body.level), how]], []);
    }
    case 'search':
      return hits(list('top').map(({ id = '' }) => id));
    case 'delete-node':
      return deleted(Number(body.edges_deleted), list('edges_left').length);
    case 'delete-edge':
      return body.deleted === true ? 'deleted' : 'no such edge';
    case 'rename-node':
    case 'merge-nodes':
      return changed((body.node as MemoryNode).id, Number(body.edges_changed));
    case 'archive-node':
    case 'restore-node':
      return String(body.tier);
    case 'useful':
      return useful(
        list('accepted').map(({ id = '' }) => id),
        list('rejected').map(({ id = '' }) => id),
        Number(body.left),
      );
    case 'sync':
      return news(String(body.text));
    case 'progress':
      return progress(asked.state !== undefined, Object.keys(body).length === 0 ? null : body);
    case 'import':
      return taken(Number(body.nodes), Number(body.edges), list('problems').length);
  }
}

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

function refused(body: Fields): string {
  return `refused: ${codeIn(body)}`;
}

function codeIn(body: Fields): string | undefined {
  return (body.error as { code: string } | undefined)?.code;
}

// The common words.

function put(isNew: boolean, version: number, isLong: boolean, beside: readonly string[]): string {
  const words = [
    isNew ? 'new' : 'updated',
    `version ${version}`,
    isLong ? 'long' : '',
    ...[...beside].sort(),
  ];
  return words.filter((word) => word !== '').join(', ');
}

function read(found: readonly (readonly string[])[], missing: readonly string[]): string {
  return [...found.map((each) => each.join(' ')), ...missing.map((id) => `missing ${id}`)].join(', ');
}

function hits(ids: readonly string[]): string {
  return ids.length === 0 ? 'nothing' : ids.join(', ');
}

function deleted(edges: number, left: number): string {
  return `deleted with ${edges}, ${left} left`;
}

function changed(id: string, edges: number): string {
  return `${id}, ${edges} changed`;
}

function useful(accepted: readonly string[], rejected: readonly string[], left: number): string {
  return `+ ${accepted.join(' ')} - ${rejected.join(' ')} = ${left}`;
}

function progress(isStored: boolean, state: unknown): string {
  if (isStored) return 'stored';
  if (state === null) return 'nothing';
  const value = typeof state === 'string' ? JSON.parse(state.slice(state.indexOf('{'))) : state;
  return JSON.stringify(value);
}

function news(text: string): string {
  return text
    .split('\n')
    .filter((line) => line.startsWith('  '))
    .map((line) => line.trim())
    .sort()
    .join(' | ');
}

function taken(nodes: number, edges: number, problems: number): string {
  return `${nodes} nodes, ${edges} edges, ${problems} problems`;
}

function took({ changes }: Pick<Results['undo'], 'changes'>): string {
  return `took back ${changes.length}`;
}

function contentsOf(
  nodes: ReadonlyMap<string, MemoryNode>,
  edges: ReadonlyMap<string, MemoryEdge>,
): Contents {
  const plain = ({ id, gist, notes, touches, _archived, _orphaned_ts, _useful_ts }: MemoryNode) => ({
    id,
    gist,
    notes: notes ?? [],
    touches: touches ?? [],
    isArchived: _archived === true,
    isOrphaned: _orphaned_ts !== undefined,
    endorsements: _useful_ts?.length ?? 0,
  });
  const name = ({ from, rel, to }: MemoryEdge) => `${from} ${rel} ${to}`;
  return {
    nodes: [...nodes.values()].map(plain).sort((a, b) => (a.id < b.id ? -1 : 1)),
    edges: [...edges.values()].sort((a, b) => (name(a) < name(b) ? -1 : 1)),
  };
}

/** Where a face's memory lies. */
export function rootIn(folder: string): string {
  return join(folder, 'memory');
}
