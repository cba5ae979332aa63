/**
 * One memory behind any of its faces: the same operations, and what came of them in the same words, so that one table of
 * expectations holds for all. What a face answers in its own words is read where that face is, and becomes words here.
 */
import type { MemoryEdge, MemoryNode } from '../../../../src/memory/model.js';
import type { Operation } from '../../../../src/memory/operations.js';
import type { Results } from '../../../../src/memory/results.js';

/** What can be asked; `undo-last` takes back the newest change of the project's graph. */
export type Asked =
  | Exclude<
      Operation,
      {
        kind:
          | 'register-session'
          | 'bootstrap'
          | 'recall'
          | 'maintain'
          | 'undo'
          | 'read-graph'
          | 'set-anchors';
      }
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

/** Fields of a request or a reply. */
export type Fields = Readonly<Record<string, unknown>>;

export function put(isNew: boolean, version: number, isLong: boolean, beside: readonly string[]): string {
  const words = [
    isNew ? 'new' : 'updated',
    `version ${version}`,
    isLong ? 'long' : '',
    ...[...beside].sort(),
  ];
  return words.filter((word) => word !== '').join(', ');
}

export function read(found: readonly (readonly string[])[], missing: readonly string[]): string {
  return [...found.map((each) => each.join(' ')), ...missing.map((id) => `missing ${id}`)].join(', ');
}

export function hits(ids: readonly string[]): string {
  return ids.length === 0 ? 'nothing' : ids.join(', ');
}

export function deleted(edges: number, left: number): string {
  return `deleted with ${edges}, ${left} left`;
}

export function changed(id: string, edges: number): string {
  return `${id}, ${edges} changed`;
}

export function useful(accepted: readonly string[], rejected: readonly string[], left: number): string {
  return `+ ${accepted.join(' ')} - ${rejected.join(' ')} = ${left}`;
}

export function progress(isStored: boolean, state: unknown): string {
  if (isStored) return 'stored';
  if (state === null) return 'nothing';
  const value = typeof state === 'string' ? JSON.parse(state.slice(state.indexOf('{'))) : state;
  return JSON.stringify(value);
}

export function news(text: string): string {
  return text
    .split('\n')
    .filter((line) => line.startsWith('  '))
    .map((line) => line.trim())
    .sort()
    .join(' | ');
}

export function taken(nodes: number, edges: number, problems: number): string {
  return `${nodes} nodes, ${edges} edges, ${problems} problems`;
}

export function took({ changes }: Pick<Results['undo'], 'changes'>): string {
  return `took back ${changes.length}`;
}

export function contentsOf(
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
