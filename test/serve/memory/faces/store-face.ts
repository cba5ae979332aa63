/** The store itself, without any server. */
import assert from 'node:assert/strict';
import { systemClock } from '../../../../src/kernel/clock.js';
import { createLog } from '../../../../src/kernel/log.js';
import { MemoryError } from '../../../../src/memory/errors.js';
import { memoryDomain } from '../../../../src/memory/memory-domain.js';
import type { Results } from '../../../../src/memory/results.js';
import { MemoryStore } from '../../../../src/memory/store/memory-store.js';
import {
  type Asked,
  changed,
  contentsOf,
  deleted,
  type Face,
  hits,
  news,
  progress,
  put,
  read,
  taken,
  took,
  useful,
} from './face.js';

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
