/**
 * The linker: the facts of all files → the segments of the graph. Pure: no disk, no clock; the same facts give the same bytes,
 * whatever the order in which they came or changed (`reads` apart, which no answer shows).
 *
 * - *Facts, indexed*: `build-index` → `file-index`, `reach` (which bindings hold where), `modules` (which file an import means).
 * - *Values*: `values` (the lattice), `solver` (least fixed points on demand), `session` (the queries), `evaluator` with one
 *   part per topic: `scopes`, `imports`, `exports`, `classes`, `attributes`, `functions`, `parameters`, `decorators`, `calls`,
 *   `known-calls`, `containers`, `annotations`, `operators`, `fixtures`, `evaluate`; `callers` says where to look for what is passed.
 * - *Edges*: `link-file` with `link-imports`, `link-calls`, `targets`, `certainty`, `overrides`, `hierarchy`, `kinds`, `ids`;
 *   `packages` for what belongs to packages; `entry-points`, `registrations` and `frameworks` for what nobody calls.
 * - *Increments*: `link-run` (which files a change concerns), `fingerprint`, `query-keys` and `anchors` (what is compared),
 *   `conclude` and `link-state` (what is kept), `knowledge` (where a run starts). A run that is given up leaves all as it was.
 */
import type { Facts, Problem } from '../facts.js';
import type { Segment } from '../model.js';
import type { FactsSource, Linker, LinkResult, LinkStep, RestoredLinks } from './contract.js';
import { createSession } from './evaluator.js';
import type { FileIndex } from './file-index.js';
import { isUsable, type Knowledge, readKnowledge, startingFiles } from './knowledge.js';
import { LinkRun, type ShelvedFile } from './link-run.js';
import { Digests, importsIn } from './link-state.js';
import { ModuleTable } from './modules.js';
import { Names } from './names.js';
import { Packages } from './packages.js';
import { shortHash } from './short-hash.js';
import { findPairs, type StubPairs, withPartners, withStubs } from './stubs.js';

export type { FactsSource, Linker, LinkResult, LinkStep, RestoredLinks };

import type { Session } from './session.js';

/** Files between two chances for the caller to wait. */
const SLICE = 50;

type States = ReadonlyMap<string, readonly string[]>;

const NOTHING: Knowledge = { modules: new ModuleTable([], []), states: new Map(), packages: new Map() };

/** A linker for one project; `restored` is what a snapshot tells of the last run. */
export function createLinker(restored?: RestoredLinks): Linker {
  return new IncrementalLinker(restored);
}

class IncrementalLinker implements Linker {
  readonly #names = new Names();
  readonly #indexes = new WeakMap<Facts, FileIndex>();
  readonly #digests = new Digests();
  #known: Knowledge;

  constructor(restored: RestoredLinks | undefined) {
    this.#known = (restored === undefined ? undefined : readKnowledge(restored)) ?? NOTHING;
  }

  *update(given: FactsSource, edited: Iterable<string>): Generator<LinkStep, LinkResult, void> {
    const begun: LinkStep = { done: 0, total: 0 };
    const pairs = findPairs(given.paths, given.roots);
    const source = withStubs(given, pairs);
    const changed = withPartners(edited, [this.#pairsBefore(), pairs]);
    yield begun;
    const modules = new ModuleTable(source.paths, source.roots, source.rootPackage);
    yield begun;
    const isKnown = isUsable(this.#known, modules);
    const states: States = isKnown ? this.#known.states : new Map();
    const session = this.#session(source, modules, states);
    yield begun;
    let dirty: Iterable<string> = source.paths;
    if (isKnown) {
      const steps = startingFiles(this.#known, source.paths, modules, changed);
      let step = steps.next();
      for (; !step.done; step = steps.next()) yield begun;
      dirty = step.value;
    }
    const run = new LinkRun({
      session,
      states,
      digests: this.#digests,
      removed: [...states.keys()].filter((path) => !modules.hasFile(path)),
      dirty,
      scripts: source.scripts ?? [],
      hashOf: (path) => source.hash(path),
    });
    for (const _ of run.spread()) yield { done: 0, total: run.dirtyCount };
    for (const done of run.link()) yield { done, total: run.dirtyCount };
    const steps = run.conclude();
    let step = steps.next();
    for (; !step.done; step = steps.next()) yield { done: run.dirtyCount, total: run.dirtyCount };
    return yield* this.#finish({ source, session, run, isKnown, states }, step.value);
  }

  /** Which stubs described which sources in the last run. */
  #pairsBefore(): StubPairs {
    return findPairs(this.#known.states.keys(), this.#known.modules.roots);
  }

  #session(source: FactsSource, modules: ModuleTable, states: States): Session {
    const slots = new Map<string, number>();
    let next = 0;
    for (const [path, reads] of states) {
      const { slot } = this.#digests.of(reads);
      slots.set(path, slot);
      next = Math.max(next, slot + 1);
    }
    for (const path of source.paths) if (!slots.has(path)) slots.set(path, next++);
    return createSession({
      paths: source.paths,
      slotOf: (path) => slots.get(path) ?? 0,
      modules,
      names: this.#names,
      facts: (path) => source.facts(path),
      indexOf: (facts, make) => this.#indexOf(facts, make),
    });
  }

  #indexOf(facts: Facts, make: () => FileIndex): FileIndex {
    const known = this.#indexes.get(facts);
    if (known !== undefined) return known;
    const index = make();
    this.#indexes.set(facts, index);
    return index;
  }

  /** Makes the segments, and the run's knowledge the linker's. */
  *#finish(
    { source, session, run, isKnown, states }: FinishedRun,
    changes: States,
  ): Generator<LinkStep, LinkResult, void> {
    const step: LinkStep = { done: run.linked.size, total: run.linked.size };
    const next = new Map<string, readonly string[]>();
    for (const [place, path] of source.paths.entries()) {
      const reads = changes.get(path) ?? states.get(path);
      if (reads !== undefined) next.set(path, reads);
      if (place % SLICE === 0) yield step;
    }
    const replaced: Segment[] = [];
    const touched: Pick<Segment, 'key' | 'reads'>[] = [];
    const problems = new Map<string, readonly Problem[]>();
    let count = 0;
    for (const path of changes.keys()) {
      if (count++ % SLICE === 0) yield step;
      const reads = next.get(path) ?? [];
      const linked = run.linked.get(path);
      if (linked !== undefined) {
        replaced.push(segmentOf(path, linked, reads));
        if (linked.problems.length > 0) problems.set(path, linked.problems);
      } else if (reads.join('\n') !== states.get(path)?.join('\n')) touched.push({ key: path, reads });
    }
    const packages = yield* this.#packages({ source, session, run, isKnown, states }, next, step);
    const removed = [...this.#known.states.keys()].filter((path) => !next.has(path));
    this.#known = { modules: session.modules, states: next, packages: packages.hashes };
    return {
      replaced: [...replaced, ...packages.changed].sort(byKey),
      touched: touched.sort(byKey),
      removed: [...removed, ...packages.removed].sort(),
      problems,
      relinked: run.linked.size,
    };
  }

  /** The segments of the packages that may have changed, compared with what they were. */
  *#packages(
    { source, session, run, isKnown, states }: FinishedRun,
    next: States,
    step: LinkStep,
  ): Generator<LinkStep, ChangedPackages> {
    const namespaces = namespacesOf(next, this.#digests);
    yield step;
    const table = new Packages({
      paths: source.paths,
      modules: session.modules,
      namespaces,
      importsOf: (path) =>
        importsIn(next.get(path) ?? []).flatMap((slot) => session.fileInSlot(slot)?.path ?? []),
    });
    const hasSameFiles = states.size === next.size && source.paths.every((path) => states.has(path));
    const isWhole = !isKnown || !hasSameFiles || !isSameSet(namespaces, namespacesOf(states, this.#digests));
    yield step;
    const wanted = isWhole ? table.directories : nearestOf(table, run.linked.keys());
    const before = this.#known.packages;
    const hashes = new Map(isWhole ? [] : before);
    const changed: Segment[] = [];
    for (const segment of table.segments(wanted)) {
      const hash = shortHash(JSON.stringify(segment));
      hashes.set(segment.key, hash);
      if (before.get(segment.key) !== hash) changed.push({ ...segment, reads: [hash] });
      yield step;
    }
    return { changed, hashes, removed: [...before.keys()].filter((key) => !hashes.has(key)) };
  }
}

interface FinishedRun {
  readonly source: FactsSource;
  readonly session: Session;
  readonly run: LinkRun;
  readonly isKnown: boolean;
  readonly states: States;
}

interface ChangedPackages {
  readonly changed: readonly Segment[];
  readonly hashes: ReadonlyMap<string, string>;
  readonly removed: readonly string[];
}

/** Its rows are made when they are asked for. */
function segmentOf(key: string, linked: ShelvedFile, reads: readonly string[]): Segment {
  const { nodes, edges, unresolved } = linked;
  return {
    key,
    get nodes() {
      return nodes();
    },
    get edges() {
      return edges();
    },
    get unresolved() {
      return unresolved();
    },
    reads,
  };
}

function namespacesOf(states: States, digests: Digests): ReadonlySet<string> {
  const found = new Set<string>();
  for (const reads of states.values()) {
    for (const directory of digests.of(reads).namespaces) found.add(directory);
  }
  return found;
}

function nearestOf(table: Packages, paths: Iterable<string>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const path of paths) {
    const nearest = table.nearest(path);
    if (nearest !== undefined) found.add(nearest);
  }
  return found;
}

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((item) => b.has(item));
}

function byKey(a: { readonly key: string }, b: { readonly key: string }): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}
