/**
 * The tools in process, as the server calls them (arguments checked, files compared with the disk, the answer rendered),
 * over a large graph that follows changes: a few hundred calls each with names, ids and files drawn evenly from it. Then some of
 * them again beside an agent memory of some thousand nodes that lie all over the code.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { GraphView } from '../src/code/graph.js';
import { openProject } from '../src/code/live-project.js';
import { loadConfig } from '../src/config.js';
import { createLog } from '../src/kernel/log.js';
import { readArguments } from '../src/serve/arguments.js';
import { CODE_TOOLS } from '../src/serve/code-tools/all.js';
import { MemorySource } from '../src/serve/remembered/memory-source.js';
import type { ToolCall } from '../src/serve/tool.js';
import { indexCold } from './measure-index.js';
import { measureLinks } from './measure-links.js';
import { memoryGraph } from './memory-graph.js';
import { quantile } from './processes.js';
import { judged, milliseconds, type Row } from './rows.js';

// Enough for a 99th percentile that is not the worst value.
const CALLS = 300;
const WARM_UP_CALLS = 20;
const POLL_MS = 50;
// Ten times what years of work in one project have filled.
const MEMORIES = 5_000;
const BESIDE_MEMORY: ReadonlySet<string> = new Set(['kg_context', 'kg_search']);

/** One tool, how it is asked, and its target in milliseconds. */
interface Question {
  readonly tool: string;
  readonly label: string;
  readonly p99MaxMs: number;
  readonly args: (index: number, sample: Sample) => Readonly<Record<string, unknown>>;
}

/** What questions are made of, drawn evenly from the graph. */
interface Sample {
  readonly names: readonly string[];
  readonly ids: readonly string[];
  readonly paths: readonly string[];
}

const at = (list: readonly string[], index: number) => list[index % list.length] ?? '';

/** Limits at 100,000 nodes, of the table "Numbers to reach"; `searchMaxMs` is what differs at 1,000,000. */
function questions(searchMaxMs: number): readonly Question[] {
  return [
    {
      tool: 'kg_search',
      label: 'kg_search, exact names',
      p99MaxMs: searchMaxMs,
      args: (index, { names }) => ({ query: at(names, index) }),
    },
    {
      tool: 'kg_search',
      label: 'kg_search, parts of names and words',
      p99MaxMs: searchMaxMs,
      args: (index, { names }) => ({ query: partOf(at(names, index), index) }),
    },
    {
      tool: 'kg_search',
      label: 'kg_search, nothing to find',
      p99MaxMs: searchMaxMs,
      args: (index) => ({ query: `zeppelin${index}` }),
    },
    {
      tool: 'kg_relate',
      label: 'kg_relate, depth 2',
      p99MaxMs: 40,
      args: (index, { ids }) => ({ node_id: at(ids, index), depth: 2 }),
    },
    {
      tool: 'kg_path',
      label: 'kg_path',
      p99MaxMs: 40,
      args: (index, { ids }) => ({ source: at(ids, index), target: at(ids, index * 7 + 3) }),
    },
    {
      tool: 'kg_context',
      label: 'kg_context of a file',
      p99MaxMs: 5,
      args: (index, { paths }) => ({ file_path: at(paths, index) }),
    },
    {
      tool: 'kg_context',
      label: 'kg_context of a symbol',
      p99MaxMs: 5,
      args: (index, { ids }) => ({ file_path: at(ids, index) }),
    },
    { tool: 'kg_status', label: 'kg_status', p99MaxMs: 5, args: () => ({}) },
  ];
}

/** Indexes the tree, opens it and asks; one row a question, p99 against its target. */
export async function measureQueries(root: string, searchMaxMs: number): Promise<readonly Row[]> {
  indexCold(root);
  const config = await loadConfig({ env: { KG_PROJECT_ROOT: root } });
  const project = openProject(config, {
    log: createLog('quiet'),
    settings: [],
    stays: true,
  });
  const signal = new AbortController().signal;
  try {
    await project.whenReady(signal, () => undefined, Number.POSITIVE_INFINITY);
    const view = project.view();
    if (view === undefined) throw new Error(`${root}: ${project.state().failure ?? 'no graph'}`);
    while (!project.state().watcher.enabled) await pause(POLL_MS);
    const call: ToolCall = { project: async () => project, signal, onProgress: () => undefined };
    const sample = drawSample(view);
    const rows: Row[] = [];
    const size = `${view.nodeCount} nodes, ${view.edgeCount} edges`;
    for (const question of questions(searchMaxMs)) rows.push(await ask(question, sample, call, size));
    rows.push(...measureLinks(view, root));
    const memory = memoryOn(root, sample);
    // The first answer reads and links it; what is measured is all the others.
    await memory.beside(view, signal);
    for (const question of questions(searchMaxMs)) {
      if (!BESIDE_MEMORY.has(question.tool)) continue;
      const label = `${question.label}, beside ${MEMORIES} memories`;
      rows.push(await ask({ ...question, label }, sample, { ...call, memory: async () => memory }, size));
    }
    return rows;
  } finally {
    await project.close();
  }
}

/** A memory beside the tree, whose nodes name files, definitions and lines of it. */
function memoryOn(root: string, { ids, paths }: Sample): MemorySource {
  const folder = join(dirname(root), 'memory-of-queries');
  const graph = memoryGraph(MEMORIES);
  const nodes = Object.entries(graph.nodes).map(([id, node], index) => {
    const places = [at(paths, index), at(ids, index), `${at(paths, index)}:${1 + (index % 40)}`];
    return [id, { ...node, touches: [at(places, index)] }];
  });
  const file = join(folder, 'projects', 'tree', 'graph.json');
  mkdirSync(dirname(file), { recursive: true });
  const document = {
    ...graph,
    nodes: Object.fromEntries(nodes),
    _meta: { versions: {}, project_path: root },
  };
  writeFileSync(file, JSON.stringify(document));
  return new MemorySource({
    root: async () => root,
    storageRoot: async () => folder,
    onFault: (line) => {
      throw new Error(line);
    },
  });
}

async function ask(
  { tool: name, label, p99MaxMs, args }: Question,
  sample: Sample,
  call: ToolCall,
  on: string,
) {
  const tool = CODE_TOOLS.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  const taken: number[] = [];
  for (let index = 0; index < WARM_UP_CALLS + CALLS; index += 1) {
    const started = performance.now();
    await tool.run(readArguments(tool, args(index, sample)), call);
    if (index >= WARM_UP_CALLS) taken.push(performance.now() - started);
  }
  const basis = `p99 of ${CALLS} calls, p50 ${milliseconds(quantile(taken, 0.5))}; ${on}`;
  return judged(label, quantile(taken, 0.99), p99MaxMs, milliseconds, basis);
}

function drawSample(view: GraphView): Sample {
  const evenly = <T>(list: readonly T[], count: number) =>
    Array.from(
      { length: Math.min(count, list.length) },
      (_, index) => list[Math.floor((index * list.length) / count)],
    );
  const symbols = evenly([...view.ofType('class'), ...view.ofType('function')], CALLS).filter(
    (node) => node !== undefined,
  );
  const files = evenly(view.ofType('file'), CALLS).filter((node) => node !== undefined);
  return {
    names: symbols.map((node) => view.name(node)),
    ids: symbols.map((node) => view.id(node)),
    paths: files.map((node) => view.path(node)),
  };
}

/** In turn: the front of a name, its middle, and two of its words. */
function partOf(name: string, index: number): string {
  const words = name.split('_').filter((word) => word !== '');
  if (index % 3 === 0 || name.length < 4) return name.slice(0, Math.max(3, Math.ceil(name.length / 2)));
  if (index % 3 === 1) return name.slice(1, -1);
  return words.slice(0, 2).join(' ');
}
