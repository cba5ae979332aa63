/** How a project stands, as its faces are told: from what its parts know to one value. No disk, no waiting. */
import { heapUse } from '../kernel/heap.js';
import type { Indexer } from './indexer.js';
import type { IndexProgress, IndexState } from './project-face.js';
import type { SavedSnapshot, Writer } from './snapshot-place.js';
import { countProblems, type Summary } from './summary.js';
import type { Following } from './watch/follower.js';

/** What the state is made of. */
export interface StateParts {
  readonly indexer: Indexer;
  readonly progress: IndexProgress;
  readonly failure: string | undefined;
  readonly indexedAt: number | undefined;
  readonly lastChange: IndexState['lastChange'];
  readonly changedSince: readonly string[];
  readonly isBehind: boolean;
  /** Totals are read by few answers and cost a look at every file: they wait until they are asked for. */
  readonly summary: () => Summary;
  readonly snapshot: SavedSnapshot | undefined;
  readonly damage: string | undefined;
  readonly notes: readonly string[];
  /** `undefined`: nothing is followed, as somebody has set it or since the process does not stay. */
  readonly following: Following | undefined;
  readonly isKept: boolean;
  readonly writer: Writer;
  readonly llm: IndexState['llm'];
  readonly settings: IndexState['settings'];
}

export function describeState(parts: StateParts): IndexState {
  const { indexer, progress, failure, indexedAt, changedSince, summary, snapshot, notes } = parts;
  const { scan } = indexer;
  return {
    progress,
    ...(failure === undefined ? {} : { failure }),
    ...(indexedAt === undefined ? {} : { indexedAt }),
    ...(parts.lastChange === undefined ? {} : { lastChange: parts.lastChange }),
    changedSince,
    ...(parts.isBehind ? { isBehind: true } : {}),
    sources: {
      directories: scan?.sourceDirs ?? [],
      ...(scan === undefined || scan.sourceChoice === 'set' ? {} : { reason: REASONS[scan.sourceChoice] }),
      get files() {
        return summary().files;
      },
      get lines() {
        return summary().lines;
      },
      get bytes() {
        return summary().bytes;
      },
      outside: scan?.outside ?? [],
    },
    ...documentsOf(indexer),
    get calls() {
      return summary().calls;
    },
    ...countProblems(indexer.problems()),
    ...(snapshot === undefined ? {} : { snapshot }),
    ...(parts.damage === undefined ? {} : { damage: parts.damage }),
    notes,
    watcher: watcherState(parts.following),
    ...roleOf(parts),
    llm: parts.llm,
    get clusters() {
      return summary().clusters;
    },
    get memory() {
      const { used, limit } = heapUse();
      return { rss: process.memoryUsage.rss(), heap: used, heapLimit: limit };
    },
    settings: parts.settings,
  };
}

const REASONS = {
  src: 'KG_SOURCE_DIRS is not set, and src holds Python files',
  'whole-root': 'KG_SOURCE_DIRS is not set, and src does not exist or holds no Python file',
} as const;

function documentsOf({ documentScan, files }: Indexer): Pick<IndexState, 'documents'> {
  if (documentScan === undefined) return {};
  const { adrDirs, reason, instructions, files: found, problems } = documentScan;
  const unread = found.filter(({ path }) => !files.has(path));
  const unlisted = problems.filter(({ kind }) => kind !== 'missing');
  return {
    documents: {
      directories: adrDirs,
      ...(reason === undefined ? {} : { reason }),
      instructions,
      files: found.length - unread.length,
      unread: [...unread, ...unlisted].map(({ path }) => path).sort(),
    },
  };
}

const BY_LOOKING = 'the tree is looked at when a question comes';

function watcherState(following: Following | undefined): IndexState['watcher'] {
  if (following === undefined) return { enabled: false, backend: `off: ${BY_LOOKING}` };
  switch (following.kind) {
    case 'watching':
      return { enabled: true, backend: `events of the system for ${following.folders} folders` };
    case 'starting':
      return { enabled: false, backend: `starting: until then ${BY_LOOKING}` };
    case 'polling':
      return { enabled: false, backend: `polling, ${BY_LOOKING}: ${following.reason}` };
  }
}

function roleOf({ isKept, writer }: StateParts): Pick<IndexState, 'role' | 'writer'> {
  if (!isKept) return { role: 'none' };
  return writer.kind === 'other' ? { role: 'reader', writer: writer.name } : { role: 'writer' };
}
