/** The memory as REST gives it. */
import type { MemoryEdge, MemoryNode } from '../../../../src/memory/model.js';
import type { Results } from '../../../../src/memory/results.js';
import type { TestMemoryServer } from '../../../support/memory-server.js';
import {
  type Asked,
  changed,
  contentsOf,
  deleted,
  type Face,
  type Fields,
  hits,
  news,
  progress,
  put,
  read,
  taken,
  took,
  useful,
} from './face.js';

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

function refused(body: Fields): string {
  return `refused: ${codeIn(body)}`;
}

function codeIn(body: Fields): string | undefined {
  return (body.error as { code: string } | undefined)?.code;
}
