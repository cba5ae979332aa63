/**
 * The bakery's graph as a project that never changes, for tests of tools in process. The source of its one method is there;
 * the rest has "changed". What a test varies is handed in.
 */
import type { Project, SourceText } from '../../src/code/project-face.js';
import { bakery } from './bakery.js';
import { indexState } from './index-state.js';

export function bakeryProject(more: Partial<Project> = {}): Project {
  const view = bakery();
  const source: SourceText = {
    kind: 'text',
    startLine: 12,
    lines: ['def bake(self, loaves: int = 1) -> Bread:', '    self.heat()'],
  };
  return {
    root: '/home/ada/bakery',
    view: () => view,
    state: () => indexState(),
    problems: () => [],
    whenReady: async () => undefined,
    ensureFresh: async () => ({ stale: [] }),
    catchUp: async () => undefined,
    readSource: async (path) => (path === 'src/bakery/oven.py' ? source : { kind: 'changed' }),
    reindex: async () => ({ counts: view.countByType(), phases: [], files: 4, problems: [], notes: [] }),
    recover: async () => false,
    settle: async () => undefined,
    close: async () => undefined,
    ...more,
  };
}
