/**
 * What the faces need of the memory: one function from an operation to its answer, which comes when it is on the disk, and
 * questions that change nothing.
 */
import type { GraphName, MemoryGraph } from '../../memory/model.js';
import type { MemoryStore } from '../../memory/store/memory-store.js';
import type { CodeBeside } from './code/code-beside.js';
import type { Ambient } from './hooks/ambient.js';

/** For those that only ask operations. */
export type Memory = Pick<MemoryStore, 'apply'>;

export interface MemoryPort
  extends Pick<
    MemoryStore,
    | 'apply'
    | 'state'
    | 'openProject'
    | 'projects'
    | 'survey'
    | 'history'
    | 'restore'
    | 'toolEvents'
    | 'updateToolEvents'
  > {
  /** Of a running server alone. */
  readonly ambient?: Ambient;
  /** The code beside it. */
  readonly code?: CodeBeside;
}

/** A store by itself, as the faces see it: others put beside it what they add. */
export function portOf(store: MemoryStore): MemoryPort {
  return {
    apply: (operation) => store.apply(operation),
    state: () => store.state(),
    openProject: (folder) => store.openProject(folder),
    projects: () => store.projects(),
    survey: (visit) => store.survey(visit),
    history: (name, query) => store.history(name, query),
    restore: (name, n, key) => store.restore(name, n, key),
    toolEvents: (project) => store.toolEvents(project),
    updateToolEvents: (project, change) => store.updateToolEvents(project, change),
  };
}

/** A graph as it is now, loaded when it has to be. */
export async function graphOf(memory: MemoryPort, name: GraphName): Promise<MemoryGraph> {
  if (name.level === 'user') return memory.state().user;
  const root = await memory.openProject(name.project);
  // Loading is what `openProject` is for; between it and here nothing runs.
  return memory.state().projects.get(root) ?? graphOf(memory, name);
}
