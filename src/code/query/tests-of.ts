/**
 * Which tests to run for what was changed: those that reach it along calls, as `tests-reaching.ts` finds them, those that were
 * changed themselves, and the words that pytest takes to run just these.
 */
import type { GraphView, NodeRef } from '../graph.js';
import { dottedPath } from '../model.js';
import { briefNode, type NodeBrief } from './brief.js';
import { edgesFrom } from './relations.js';
import { isTest, type ReachingTest, testsReaching } from './tests-reaching.js';

export interface TestsAnswer {
  /** What was asked about, in order of path and line. */
  readonly symbols: readonly NodeBrief[];
  /** By hops, then id; a test that was asked about itself has none. */
  readonly tests: readonly ReachingTest[];
  readonly hopsMax: number;
  /** The search ended before all callers were seen: there may be more. */
  readonly isCut: boolean;
  /** Folders all of whose tests run it by a fixture of their `conftest.py`: `tests/`, '' for all. */
  readonly folders: readonly string[];
  /** Names of tests as pytest takes them, in order, each once: `tests/test_oven.py::TestOven::test_heat`. */
  readonly pytest: readonly string[];
}

/** The tests of some nodes, at most `hopsMax` calls away. Of a class and a file all that stands in them counts. */
export function testsOf(view: GraphView, asked: readonly NodeRef[], hopsMax: number): TestsAnswer {
  const targets = [...new Set(asked.flatMap((node) => [node, ...allWithin(view, node)]))];
  const own = targets.filter((node) => isTest(view, node));
  const reaching = testsReaching(view, targets, { hopsMax });
  const tests = [
    ...own.map((node): ReachingTest => ({ node: briefNode(view, node), hops: 0, via: [] })),
    ...reaching.tests,
  ];
  return {
    symbols: asked.map((node) => briefNode(view, node)),
    tests,
    hopsMax,
    isCut: reaching.isCut,
    folders: reaching.folders,
    pytest: pytestNames(
      tests.map(({ node }) => node),
      reaching.folders,
    ),
  };
}

function allWithin(view: GraphView, node: NodeRef): NodeRef[] {
  const type = view.type(node);
  if (type !== 'class' && type !== 'file' && type !== 'module') return [];
  const found: NodeRef[] = [];
  const waiting = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const edge of edgesFrom(view, next, 'contains')) {
      found.push(view.target(edge));
      waiting.push(view.target(edge));
    }
  }
  return found;
}

/** A class and a folder stand for their tests. */
function pytestNames(tests: readonly NodeBrief[], folders: readonly string[]): string[] {
  if (folders.includes('')) return ['.'];
  const names = [...folders, ...tests.map(pytestName)].sort();
  const isWithin = (name: string, other: string): boolean =>
    name !== other && name.startsWith(other.endsWith('/') ? other : `${other}::`);
  return names.filter((name, i) => name !== names[i - 1] && !names.some((other) => isWithin(name, other)));
}

/** The dots of an id behind those of its file are the colons of pytest. */
function pytestName({ id, path }: NodeBrief): string {
  const dotted = dottedPath(path);
  const inFile = id
    .slice(id.indexOf(':') + 1)
    .slice(dotted === '' ? 0 : dotted.length + 1)
    .replace(/[#@].*$/, '');
  return [path, ...inFile.split('.')].join('::');
}
