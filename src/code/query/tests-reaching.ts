/**
 * Which tests reach a piece of code: callers of callers, backwards from it, up to a number of hops; what a runner runs around
 * a test counts as called by it. It says "none within five hops", never "none": calls made by a framework or through an
 * unresolved receiver are not seen.
 */
import type { GraphView, NodeRef } from '../graph.js';
import { TEST_FILE } from '../test-paths.js';
import { briefNode, type NodeBrief, propertyText } from './brief.js';
import { callsTo } from './relations.js';
import { folderServed, runAround } from './run-around.js';

export interface ReachingTest {
  readonly node: NodeBrief;
  /** Calls between the test and the code, 1 for a direct call. */
  readonly hops: number;
  /** Names on the way, from the code's caller to the test's callee; empty for a direct call. */
  readonly via: readonly string[];
}

export interface ReachingTests {
  /** By hops, then id. */
  readonly tests: readonly ReachingTest[];
  readonly total: number;
  readonly hopsMax: number;
  /** The search ended before all callers were seen: there may be more. */
  readonly isCut: boolean;
  /** Folders (`tests/`, '' for all) whose `conftest.py` runs it for each of their tests, which are not among the others for it. */
  readonly folders: readonly string[];
}

const HOPS_MAX = 5;
// Beyond this, the code is so central that "most tests" is the answer; it keeps a question within milliseconds.
const VISITS_MAX = 2_000;

const TEST_NAME = /^(?:test|Test)/;
/** Found by their base class, wherever they stand. */
const TEST_ENTRIES: ReadonlySet<string> = new Set(['unittest test', 'pytest test']);

/** The tests from which any of these nodes is reached along calls, those through a decorator included; at most `max` are described. */
export function testsReaching(
  view: GraphView,
  targets: readonly NodeRef[],
  {
    max = Number.POSITIVE_INFINITY,
    hopsMax = HOPS_MAX,
  }: { readonly max?: number; readonly hopsMax?: number } = {},
): ReachingTests {
  const calledBy = new Map<NodeRef, NodeRef | undefined>(targets.map((node) => [node, undefined]));
  const found: { readonly test: NodeRef; readonly hops: number }[] = [];
  let frontier: readonly NodeRef[] = targets;
  for (let hops = 1; hops <= hopsMax && frontier.length > 0 && calledBy.size < VISITS_MAX; hops++) {
    const callers = callersOf(view, frontier, calledBy);
    const isHere = (node: NodeRef) => isTest(view, node);
    for (const test of callers.filter(isHere).sort((a, b) => a - b)) found.push({ test, hops });
    frontier = callers.filter((node) => !isHere(node));
  }
  const tests = found.slice(0, max).map(({ test, hops }): ReachingTest => {
    return { node: briefNode(view, test), hops, via: wayTo(view, test, calledBy) };
  });
  const folders = new Set([...calledBy.keys()].flatMap((node) => folderServed(view, node) ?? []));
  return {
    tests,
    total: found.length,
    hopsMax,
    isCut: calledBy.size >= VISITS_MAX,
    folders: [...folders].sort(),
  };
}

function callersOf(
  view: GraphView,
  frontier: readonly NodeRef[],
  calledBy: Map<NodeRef, NodeRef | undefined>,
): NodeRef[] {
  const callers: NodeRef[] = [];
  for (const node of frontier) {
    const served = runAround(view, node).filter((each) => isTest(view, each));
    for (const caller of [...callsTo(view, node).map((edge) => view.source(edge)), ...served]) {
      if (calledBy.has(caller) || calledBy.size >= VISITS_MAX) continue;
      calledBy.set(caller, node);
      callers.push(caller);
    }
  }
  return callers;
}

/** A function or class of tests by the habits of pytest and unittest. */
export function isTest(view: GraphView, node: NodeRef): boolean {
  if (view.type(node) !== 'function' && view.type(node) !== 'class') return false;
  if (!TEST_NAME.test(view.name(node))) return false;
  if (TEST_FILE.test(view.path(node))) return true;
  const ways = propertyText(view.properties(node).entry_point).split('; ');
  return ways.some((way) => TEST_ENTRIES.has(way));
}

function wayTo(
  view: GraphView,
  test: NodeRef,
  calledBy: ReadonlyMap<NodeRef, NodeRef | undefined>,
): string[] {
  const names: string[] = [];
  for (let at = calledBy.get(test); at !== undefined; at = calledBy.get(at)) names.push(view.name(at));
  return names.slice(0, -1).reverse();
}
