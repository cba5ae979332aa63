/**
 * The memory of one project as it lies on the disk, for a process that only looks: the user's graph and the project's, each
 * with what its journal has beyond the file. Another process may write meanwhile; it replaces files whole, and whoever looks
 * compares the stamps of the files before and after.
 *
 * It writes, renames and mends nothing: a damaged file is the writer's to recover, and is only told here. A memory whose
 * folder the writer would still have to move to the project is found once it has been moved.
 */
import path from 'node:path';
import { systemClock } from '../../kernel/clock.js';
import { KgError } from '../../kernel/errors.js';
import { createLog } from '../../kernel/log.js';
import { runInSlices } from '../../kernel/slices.js';
import type { Level, MemoryGraph } from '../model.js';
import {
  type DiskStamp,
  isSameStamp,
  readIfThere,
  realStoreDisk,
  type StoreDisk,
  stampIfThere,
} from './disk.js';
import { graphPaths } from './graph-files.js';
import { GraphFault, type ParsedGraph, parseGraphInSteps } from './graph-parse.js';
import { Journal } from './journal.js';
import { newestOf } from './load-graph.js';
import { ProjectPlaces } from './project-places.js';

/** A graph of some ten thousand nodes; what is larger would hold up whoever looks and take its memory. */
const GRAPH_BYTES_MAX = 64 * 1024 * 1024;

export interface OnlookerOptions {
  /** The folder that holds the memory. */
  readonly root: string;
  /** The folder that somebody works in: the project's root, or one of a worktree. */
  readonly project: string;
  /** The user's home directory; `''` for none. */
  readonly home: string;
  readonly disk?: StoreDisk;
}

/** One graph of a memory. */
export interface SeenGraph {
  readonly level: Level;
  readonly graph: MemoryGraph;
  /** The file without its journal, and how it looked: a file that is still the same is not read again. */
  readonly file: { readonly path: string; readonly stamp: DiskStamp; readonly parsed: ParsedGraph };
}

/** A memory as it was found. */
export interface SeenMemory {
  /** Those that are there, in the order in which they are read. */
  readonly graphs: readonly SeenGraph[];
  /** Why a graph that is there cannot be used, one sentence each. */
  readonly problems: readonly string[];
}

/** Where the graphs of a project lie. */
export interface MemoryFiles {
  readonly user: string;
  /** Absent while the project has no memory. */
  readonly project?: string;
  /** The folder in which a memory of the project would appear. */
  readonly projects: string;
}

/** Finds the memory of a project. Rejects with a `KgError` of code `io` when the disk does not let it be read. */
export async function findMemory({
  root,
  project,
  home,
  disk = realStoreDisk,
}: OnlookerOptions): Promise<MemoryFiles> {
  const places = new ProjectPlaces({
    root,
    disk,
    home,
    log: createLog('quiet'),
    sessionProjects: () => [],
    beforeMove: async () => undefined,
  });
  const owner = await places.rootOf(project);
  const known = (await places.list()).find((each) => each.project === owner);
  return {
    user: root,
    projects: path.join(root, 'projects'),
    ...(known !== undefined && { project: places.folderOf(known.slug) }),
  };
}

/** The files whose stamps tell whether a memory has changed; they need not be there. */
export function filesOf({ user, project, projects }: MemoryFiles): string[] {
  const graphs = [graphPaths(user, 'user'), ...(project === undefined ? [] : [graphPaths(project, 'graph')])];
  return [projects, ...graphs.flatMap(({ primary, journal }) => [primary, journal])];
}

/** Reads the graphs, in slices, without what is `known` already. What cannot be read is a problem, never an error. */
export async function readMemory(
  { user, project }: MemoryFiles,
  known: SeenMemory = { graphs: [], problems: [] },
  disk: StoreDisk = realStoreDisk,
): Promise<SeenMemory> {
  const graphs: SeenGraph[] = [];
  const problems: string[] = [];
  const wanted = [
    { level: 'user' as const, ...graphPaths(user, 'user') },
    ...(project === undefined ? [] : [{ level: 'project' as const, ...graphPaths(project, 'graph') }]),
  ];
  for (const { level, primary, journal } of wanted) {
    try {
      const before = known.graphs.find(({ file }) => file.path === primary);
      const file = await readFile(primary, before?.file, disk);
      if (file === undefined) continue;
      const content = await new Journal(journal, disk, systemClock).read();
      const graph = newestOf(file.parsed, content);
      graphs.push({ level, graph: before === undefined ? graph : withWordsOf(graph, before.graph), file });
    } catch (error) {
      problems.push(problemOf(primary, error));
    }
  }
  return { graphs, problems };
}

/** The graph in a file; `undefined` when there is none. */
async function readFile(
  path: string,
  known: SeenGraph['file'] | undefined,
  disk: StoreDisk,
): Promise<SeenGraph['file'] | undefined> {
  const stamp = await stampIfThere(disk, path);
  if (known !== undefined && isSameStamp(known.stamp, stamp)) return known;
  const size = stamp?.size ?? 0;
  if (size > GRAPH_BYTES_MAX)
    throw new KgError('io', `${path} has ${size} bytes, too many to be read beside the code`);
  const bytes = await readIfThere(disk, path);
  if (bytes === undefined || stamp === undefined) return undefined;
  return { path, stamp, parsed: await runInSlices(parseGraphInSteps(bytes)) };
}

/** Most memories are as they were: their words, which a search needs, are kept. */
function withWordsOf(graph: MemoryGraph, { words }: MemoryGraph): MemoryGraph {
  return words.nodes.size > 2 * graph.nodes.size ? graph : { ...graph, words };
}

function problemOf(file: string, error: unknown): string {
  if (error instanceof GraphFault)
    return `${file} ${error.isNewer ? 'cannot be used' : 'is damaged'}: ${error.message}`;
  if (error instanceof KgError) return error.message;
  throw error;
}
