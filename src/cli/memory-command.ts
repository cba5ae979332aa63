/** `kg-memory memory`: whole graphs of the agent memory, to keep elsewhere and to take in again. */
import path from 'node:path';
import { writeFileAtomic } from '../kernel/atomic-file.js';
import { systemClock } from '../kernel/clock.js';
import { readFault, readTextIfThere } from '../kernel/disk.js';
import { KgError } from '../kernel/errors.js';
import { makeFolderFor } from '../kernel/folder.js';
import { counted, printable } from '../kernel/text.js';
import { defineCommand, type Outcome } from './command.js';
import { type CallMemory, withMemory } from './memory-access.js';
import { MEMORY_PLACE_OPTIONS, readMemorySettings } from './memory-options.js';
import { text } from './options.js';

const ACTIONS = ['export', 'import', 'backup'] as const;
// A memory of some hundred thousand nodes.
const FILE_BYTES_MAX = 500_000_000;
// What one request takes, with room for its other fields.
const BATCH_CHARS_MAX = 100_000;
const PROBLEMS_SHOWN = 20;

/** A graph as exports and the memory's own files have it. */
interface GraphDocument {
  readonly level?: string;
  readonly project_path?: string;
  readonly nodes: Readonly<Record<string, unknown>>;
  readonly edges: Readonly<Record<string, unknown>>;
  /** Versions and progress. */
  readonly _meta?: unknown;
}

/** What an export or a graph's file has. */
interface Given {
  readonly graphs: readonly GraphDocument[];
  readonly sessions?: unknown;
}

export const memoryCommand = defineCommand({
  name: 'memory',
  summary: 'Export, import and back up the agent memory',
  about: [
    'export prints every graph as one JSON document. import takes in such a document, or one graph’s file; what is there stays unless it has the same name. backup writes an export to a file that only you can read.',
  ],
  operands: [
    { name: 'action', isRequired: true, why: ACTIONS.join(', ') },
    { name: 'file', isRequired: false, why: 'import: what to read; backup: where to write' },
  ],
  options: {
    ...MEMORY_PLACE_OPTIONS,
    level: text('LEVEL', 'import: what a graph’s file becomes: user, or project (of -C, else this folder)'),
  },
  examples: [
    ['kg-memory memory backup', 'A file in the folder backups of the storage root.'],
    ['kg-memory memory import memory.json', 'Takes in what an export has.'],
  ],
  run: async ({ operands: [word = '', file], options }, session) => {
    const action = ACTIONS.find((each) => each === word);
    if (action === undefined) {
      throw new KgError('usage', `"${printable(word)}" is nothing that can be done with the memory`, {
        hint: `There are ${ACTIONS.join(', ')}.`,
      });
    }
    const config = await readMemorySettings(options, session);
    if (action === 'import') {
      const given = readGraphs(file, textOf(options.level), session.folder);
      return withMemory(config, session, (call) => importAll(given, call));
    }
    const found = (await withMemory(config, session, (call) => call('GET', '/api/export'))) as Given;
    const { graphs } = found;
    const exported = { exported_at: new Date(systemClock.now()).toISOString(), ...found };
    if (action === 'export') return { text: JSON.stringify(exported, null, 2), result: exported };
    const name = `kg-memory-${exported.exported_at.replace(/[:.]/g, '-')}.json`;
    const target = path.resolve(file ?? path.join(config.storageRoot, 'backups', name));
    makeFolderFor(target);
    await writeFileAtomic(target, [`${JSON.stringify(exported, null, 2)}\n`], { mode: 0o600 });
    return { text: `Wrote ${counted(graphs.length, 'graph')} to ${target}`, result: { file: target } };
  },
});

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function readGraphs(file: string | undefined, level: string | undefined, folder: string): Given {
  if (file === undefined) throw new KgError('usage', 'import needs a file');
  const content = read(file);
  if (content === undefined) throw new KgError('not-found', `there is no file ${file}`);
  const value = parse(content, file);
  const { graphs, sessions } = Object(value) as { graphs?: unknown; sessions?: unknown };
  if (Array.isArray(graphs) && graphs.every(isGraph)) return { graphs, sessions };
  if (!isGraph(value)) {
    throw new KgError('bad-argument', `${file} is neither an export nor a graph’s file`, {
      hint: 'kg-memory memory export prints one; user.json and graph.json are the others.',
    });
  }
  if (level === undefined) {
    throw new KgError('usage', `${file} is one graph: say which it is to become`, {
      hint: 'Add --level user, or --level project and -C FOLDER.',
    });
  }
  return { graphs: [{ ...value, level, ...(level === 'project' && { project_path: folder }) }] };
}

function read(file: string): string | undefined {
  try {
    return readTextIfThere(path.resolve(file), FILE_BYTES_MAX);
  } catch (error) {
    throw new KgError('io', `${file} cannot be read (${readFault(error)})`, { cause: error });
  }
}

/** The entries of a field that is an object, in batches. */
function entriesIn(value: unknown, field: string): Record<string, unknown>[] {
  const entries: unknown = Reflect.get(Object(value), field);
  if (typeof entries !== 'object' || entries === null) return [];
  return batches(Object.entries(entries)).map((part) => Object.fromEntries(part));
}

function parse(content: string, file: string): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new KgError('bad-argument', `${file} is no JSON: ${error.message}`);
  }
}

function isGraph(value: unknown): value is GraphDocument {
  const { nodes, edges } = Object(value) as Partial<Record<keyof GraphDocument, unknown>>;
  return [nodes, edges].every(isObject);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function importAll({ graphs, sessions }: Given, call: CallMemory): Promise<Outcome> {
  const total = { nodes: 0, edges: 0 };
  const problems: string[] = [];
  for (const { level, project_path, nodes, edges, _meta } of graphs) {
    const parts = [
      ...batches(Object.values(nodes)).map((part) => ({ nodes: part })),
      ...batches(Object.values(edges)).map((part) => ({ edges: part })),
      ...['versions', 'progress'].flatMap((field) =>
        entriesIn(_meta, field).map((part) => ({ _meta: { [field]: part } })),
      ),
      ...(level === 'user' ? entriesIn({ sessions }, 'sessions').map((part) => ({ sessions: part })) : []),
      // Only now compaction may look at the graph, or it would fill the room that others are to have.
      { is_part: false },
    ];
    for (const part of parts) {
      const address = { level, ...(project_path !== undefined && { project_path }) };
      const fields = { nodes: [], edges: [], is_part: true, ...address, ...part };
      const done = (await call('POST', '/api/import', fields)) as {
        nodes: number;
        edges: number;
        problems: readonly string[];
      };
      total.nodes += done.nodes;
      total.edges += done.edges;
      problems.push(...done.problems);
    }
  }
  const shown = problems.slice(0, PROBLEMS_SHOWN).map((problem) => `- ${problem}`);
  const rest = problems.length > PROBLEMS_SHOWN ? [`- and ${problems.length - PROBLEMS_SHOWN} more`] : [];
  const said = `Took in ${counted(total.nodes, 'node')} and ${counted(total.edges, 'edge')}.`;
  return {
    exitCode: problems.length === 0 ? 0 : 1,
    text: [said, ...shown, ...rest].join('\n'),
    result: { ...total, problems },
  };
}

/** In their order, each of at most so many characters of JSON, or of one item. */
function batches<Item>(items: readonly Item[]): Item[][] {
  const all: Item[][] = [];
  let chars = BATCH_CHARS_MAX;
  for (const item of items) {
    const length = JSON.stringify(item)?.length ?? 0;
    if (chars + length > BATCH_CHARS_MAX) {
      all.push([]);
      chars = 0;
    }
    all.at(-1)?.push(item);
    chars += length;
  }
  return all;
}
