/**
 * Linking a large memory to a large code graph, in process and from nothing each time: every touch looked up, what is lost
 * followed. Most of what was pinned is there; of the rest, half went elsewhere and half is gone, as after some weeks of work.
 */
import { performance } from 'node:perf_hooks';
import { linkMemory } from '../src/bridge/links.js';
import { pinTouches } from '../src/bridge/pin.js';
import type { GraphView } from '../src/code/graph.js';
import type { Anchor } from '../src/memory/anchor.js';
import { buildGraph } from '../src/memory/build-graph.js';
import type { MemoryGraph, MemoryNode } from '../src/memory/model.js';
import { quantile } from './processes.js';
import { judged, milliseconds, type Row } from './rows.js';

const MEMORIES = 5_000;
const RUNS = 9;
const LIMIT_MS = 100;
// One of so many was renamed, and one removed.
const RENAMED_ONE_IN = 200;
const PINNED_TS = 1_795_000_000;

/** One row. */
export function measureLinks(view: GraphView, root: string): Row {
  const place = { root, main: root };
  const graph = memoryOf(pinTouches(view, touchesOf(view), { place, level: 'project', now: PINNED_TS }));
  const taken: number[] = [];
  let said = '';
  for (let run = 0; run < RUNS; run++) {
    const started = performance.now();
    const { counts } = linkMemory(view, [{ level: 'project', graph }], place);
    taken.push(performance.now() - started);
    said = Object.entries(counts)
      .filter(([, count]) => count > 0)
      .map(([state, count]) => `${count} ${state}`)
      .join(', ');
  }
  const basis = `median of ${RUNS} runs; ${said}; ${view.nodeCount} nodes`;
  return judged(`linking ${MEMORIES} memories`, quantile(taken, 0.5), LIMIT_MS, milliseconds, basis);
}

/** Definitions, files and lines in turn, drawn evenly. */
function touchesOf(view: GraphView): readonly string[] {
  const nodes = [...view.ofType('class'), ...view.ofType('function')];
  return Array.from({ length: MEMORIES }, (_, index) => {
    const node = nodes[Math.floor((index * nodes.length) / MEMORIES)] ?? 0;
    const written = [view.id(node), `${view.path(node)}:${view.line(node) + 1}`, view.path(node)];
    return written[index % written.length] ?? '';
  });
}

function memoryOf(anchors: readonly Anchor[]): MemoryGraph {
  const nodes = anchors.map((anchor, index): MemoryNode => {
    const pinned = index % (RENAMED_ONE_IN / 2) === 0 ? lost(anchor, index) : anchor;
    return {
      id: `memory-${index}`,
      gist: 'What was learned here.',
      touches: [anchor.touch],
      _anchors: [pinned],
    };
  });
  return buildGraph(nodes, []);
}

/** As if the code had been called otherwise when it was pinned; every second one had another text, too. */
function lost(anchor: Anchor, index: number): Anchor {
  const [head = '', ...rest] = anchor.id.split(/(?=[./][^./]*$)/);
  const id = `${head}${rest.join('').replace(/^[./]/, (dot) => `${dot}old_`)}`;
  const print = index % RENAMED_ONE_IN === 0 ? anchor.print : [...anchor.print].reverse().join('');
  return { ...anchor, id, print };
}
