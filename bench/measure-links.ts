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
import { judged, milliseconds, type Row, shown } from './rows.js';

const MEMORIES = 5_000;
const RUNS = 9;
const LIMIT_MS = 100;
// One of so many was renamed, and one removed.
const RENAMED_ONE_IN = 200;
const PINNED_TS = 1_795_000_000;

/** A row that is judged, of a memory whose code is all there; and one for scale, with some that is lost. */
export function measureLinks(view: GraphView, root: string): readonly Row[] {
  const place = { root, main: root };
  const anchors = pinTouches(view, touchesOf(view), { place, level: 'project', now: PINNED_TS });
  const link = (graph: MemoryGraph) => {
    const runs = Array.from({ length: RUNS }, () => {
      const started = performance.now();
      const { counts } = linkMemory(view, [{ level: 'project', graph }], place);
      return { ms: performance.now() - started, counts };
    });
    const said = Object.entries(runs[0]?.counts ?? {})
      .filter(([, count]) => count > 0)
      .map(([state, count]) => `${count} ${state}`);
    const basis = `median of ${RUNS} runs; ${said.join(', ')}; ${view.nodeCount} nodes`;
    return {
      ms: quantile(
        runs.map(({ ms }) => ms),
        0.5,
      ),
      basis,
    };
  };
  const [whole, some] = [link(memoryOf(anchors)), link(memoryOf(anchors.map(lostAt)))];
  return [
    judged(`linking ${MEMORIES} memories`, whole.ms, LIMIT_MS, milliseconds, whole.basis),
    shown(`linking ${MEMORIES} memories, one in a hundred lost`, milliseconds(some.ms), some.basis),
  ];
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
    return {
      id: `memory-${index}`,
      gist: 'What was learned here.',
      touches: [anchor.touch],
      _anchors: [anchor],
    };
  });
  return buildGraph(nodes, []);
}

/** Some of them lost. */
function lostAt(anchor: Anchor, index: number): Anchor {
  return index % (RENAMED_ONE_IN / 2) === 0 ? lost(anchor, index) : anchor;
}

/** As if the code had been called otherwise when it was pinned; every second one had another text, too. */
function lost(anchor: Anchor, index: number): Anchor {
  const [head = '', ...rest] = anchor.id.split(/(?=[./][^./]*$)/);
  const id = `${head}${rest.join('').replace(/^[./]/, (dot) => `${dot}old_`)}`;
  const print = index % RENAMED_ONE_IN === 0 ? anchor.print : [...anchor.print].reverse().join('');
  return { ...anchor, id, print };
}
