/** The state of an index in which nothing is out of the ordinary, for tests that vary one thing. */
import type { IndexState } from '../../src/code/project-face.js';

export function indexState(more: Partial<IndexState> = {}): IndexState {
  return {
    progress: { phase: 'ready', done: 0, total: 0 },
    indexedAt: Date.UTC(2026, 10, 30, 10, 0, 0),
    changedSince: [],
    sources: { directories: ['src'], files: 4, lines: 72, bytes: 2_048, outside: [] },
    calls: { exact: 4, inferred: 1, candidate: 1, external: 1, unresolved: 3 },
    problemCounts: [],
    filesNotParsed: 0,
    notes: [],
    watcher: { enabled: false, backend: 'none' },
    role: 'writer',
    llm: { enabled: false, model: 'claude-sonnet-4-6' },
    clusters: 1,
    memory: { rss: 90_000_000, heap: 20_000_000, heapLimit: 4_000_000_000 },
    settings: [{ name: 'KG_SOURCE_DIRS', value: 'src', origin: 'default' }],
    ...more,
  };
}
