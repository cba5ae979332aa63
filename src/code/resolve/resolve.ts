/**
 * The linker: the facts of all files → the segments of the graph. Pure: no disk, no clock; the same facts give the same bytes,
 * whatever the order in which they came or changed (`reads` apart, which no answer shows).
 *
 * - *Facts, indexed*: `build-index` with `build-structure` → `file-index`, `reach` (which bindings hold where), `modules` (which
 *   file an import means).
 * - *Values*: `values` (the lattice), `solver` (least fixed points on demand), `session` (the queries), `evaluator` with one
 *   part per topic: `scopes`, `imports`, `exports`, `classes`, `attributes`, `functions`, `parameters`, `decorators`, `calls`,
 *   `known-calls`, `containers`, `copied-items`, `paired-keys`, `annotations`, `operators`, `fixtures`, `makings`, `paths`,
 *   `evaluate`; `callers` says where to look for what is passed, `literals` and `omitted` what syntax alone tells of it.
 * - *Edges*: `link-file` with `link-imports`, `link-calls` (`written-calls`, `special-calls`, `property-calls`,
 *   `other-targets`, `call-reasons`), `targets`, `certainty`, `overrides`, `hierarchy`, `kinds`, `ids`; what takes back what
 *   values allow: `receivers` with `evidence`, `contextual`, `last-writes` with `written-paths`;
 *   `packages` for what belongs to packages; `entry-points`, `registrations` and `frameworks` for what nobody calls.
 * - *Increments*: `link-run` with `spread` (which files a change concerns), `asking`, `fingerprint`, `query-keys` and `anchors`
 *   (what is compared), `conclude` and `link-state` (what is kept of a file), `file-list` and `standing` (of all of them),
 *   `knowledge` (where a run starts). A run that is given up leaves all as it was.
 */
import type { Problem } from '../facts.js';
import type { Segment } from '../model.js';
import type { FactsSource, Linker, LinkResult, LinkStep, RestoredLinks } from './contract.js';
import { createSession } from './evaluator.js';
import { FileList, type KnownSlots } from './file-list.js';
import { concernedFiles, isUsable, type ListDifference, readStates } from './knowledge.js';
import { LinkRun, type ShelvedFile } from './link-run.js';
import { Digests, importsIn, slotOf } from './link-state.js';
import { Names } from './names.js';
import { Packages } from './packages.js';
import { shortHash } from './short-hash.js';
import { Standing, type States } from './standing.js';
import { withPartners, withStubs } from './stubs.js';

export type { FactsSource, Linker, LinkResult, LinkStep, RestoredLinks };

/** Files between two chances for the caller to wait. */
const SLICE = 50;

/** A linker for one project; `restored` is what a snapshot tells of the last run. */
export function createLinker(restored?: RestoredLinks): Linker {
  return new IncrementalLinker(restored);
}

class IncrementalLinker implements Linker {
  readonly #names = new Names();
  readonly #digests = new Digests();
  #list = FileList.empty();
  #standing: Standing;
  /** By key: a hash of each package's segment. */
  #packages: ReadonlyMap<string, string> = new Map();
  /** As of the last run. */
  #table: PackageTable | undefined;
  #restored: RestoredLinks | undefined;

  constructor(restored: RestoredLinks | undefined) {
    this.#standing = Standing.empty(this.#digests);
    this.#restored = restored;
  }

  *update(given: FactsSource, edited: Iterable<string>): Generator<LinkStep, LinkResult, void> {
    const begun: LinkStep = { done: 0, total: 0 };
    yield* inStep(begun, this.#recover());
    const list = this.#list.isOf(given)
      ? this.#list
      : yield* inStep(begun, FileList.make(given, slotsOf(this.#list)));
    const source = withStubs(given, list.pairs);
    const changed = withPartners(edited, [this.#list.pairs, list.pairs]);
    const isKnown = isUsable(this.#list.modules, list.modules);
    const standing = isKnown ? this.#standing : Standing.empty(this.#digests);
    const difference = isKnown ? compareLists(this.#list, list) : { added: list.paths, removed: [] };
    const session = createSession({
      list,
      callers: standing.callers,
      names: this.#names,
      facts: (path) => source.facts(path),
    });
    yield begun;
    const tables = { before: this.#list.modules, after: list.modules };
    const dirty = yield* inStep(begun, concernedFiles(tables, difference, standing.states));
    for (const path of changed) if (list.modules.hasFile(path)) dirty.add(path);
    const run = new LinkRun({
      session,
      list,
      standing,
      removed: difference.removed,
      dirty,
      scripts: source.scripts ?? [],
      hashOf: (path) => source.hash(path),
    });
    for (const _ of run.spread()) yield { done: 0, total: run.dirtyCount };
    for (const done of run.link()) yield { done, total: run.dirtyCount };
    const linked: LinkStep = { done: run.dirtyCount, total: run.dirtyCount };
    const changes = yield* inStep(linked, run.conclude());
    return yield* inStep(linked, this.#finish({ list, run, standing, difference, changes }));
  }

  /** Takes back what a run that was given up has left, and takes in what was restored. */
  *#recover(): Generator<void, void> {
    this.#standing.rollBack();
    const restored = this.#restored;
    if (restored === undefined) return;
    const saved = readStates(restored);
    if (saved !== undefined) {
      const { states, packages } = saved;
      yield;
      const paths = [...states.keys()].sort();
      const list = yield* FileList.make({ ...restored, paths }, savedSlots(states));
      this.#standing = yield* Standing.make(states, this.#digests);
      this.#list = list;
      this.#packages = packages;
    }
    this.#restored = undefined;
  }

  /** Makes the segments, and the run's knowledge the linker's. */
  *#finish(finished: FinishedRun): Generator<void, LinkResult> {
    const { list, run, changes } = finished;
    const { states } = finished.standing;
    const replaced: Segment[] = [];
    const touched: Pick<Segment, 'key' | 'reads'>[] = [];
    const problems = new Map<string, readonly Problem[]>();
    let count = 0;
    for (const [path, reads] of changes) {
      if (count++ % SLICE === SLICE - 1) yield;
      const linked = run.linked.get(path);
      if (linked !== undefined) {
        replaced.push(segmentOf(path, linked, reads));
        if (linked.problems.length > 0) problems.set(path, linked.problems);
      } else if (reads.join('\n') !== states.get(path)?.join('\n')) touched.push({ key: path, reads });
    }
    const packages = yield* this.#packagesOf(finished);
    // What was known for other roots is not what this run began with.
    const removed = compareLists(this.#list, list).removed;
    const standing = yield* finished.standing.settle(changes, finished.difference.removed);
    standing.said = run.said;
    this.#table = packages.table;
    this.#list = list;
    this.#standing = standing;
    this.#packages = packages.hashes;
    return {
      replaced: [...replaced, ...packages.changed].sort(byKey),
      touched: touched.sort(byKey),
      removed: [...removed, ...packages.removed].sort(),
      problems,
      relinked: run.linked.size,
    };
  }

  /** The segments of the packages that may have changed, compared with what they were. */
  *#packagesOf({ list, run, standing, changes, difference }: FinishedRun): Generator<void, ChangedPackages> {
    const namespaces = yield* standing.namespacesWith(changes, difference.removed);
    const known = this.#table;
    const isSame = known?.list === list && known.namespaces.join('\n') === namespaces.join('\n');
    const packages = isSame
      ? known.packages
      : yield* Packages.make({ paths: list.paths, modules: list.modules, namespaces });
    const wanted = isSame ? nearestOf(packages, run.linked.keys()) : packages.directories;
    const importsOf = (path: string): readonly string[] => {
      const reads = changes.get(path) ?? standing.states.get(path);
      return importsIn(reads ?? []).flatMap((slot) => list.pathInSlot(slot) ?? []);
    };
    const before = this.#packages;
    const hashes = new Map(isSame ? before : []);
    const changed: Segment[] = [];
    for (const segment of packages.segments(wanted, importsOf)) {
      const hash = shortHash(JSON.stringify(segment));
      hashes.set(segment.key, hash);
      if (before.get(segment.key) !== hash) changed.push({ ...segment, reads: [hash] });
      yield;
    }
    const table = { list, namespaces, packages };
    return { table, changed, hashes, removed: [...before.keys()].filter((key) => !hashes.has(key)) };
  }
}

/** The steps of a part, told as those of the whole. */
function* inStep<Result>(step: LinkStep, work: Generator<void, Result>): Generator<LinkStep, Result, void> {
  for (let next = work.next(); ; next = work.next()) {
    if (next.done === true) return next.value;
    yield step;
  }
}

function slotsOf(list: FileList): KnownSlots {
  return { slotOf: (path) => list.slotOf(path), next: list.next };
}

/** The slots that saved states name. */
function savedSlots(states: States): KnownSlots {
  const slots = new Map<string, number>();
  let next = 0;
  for (const [path, reads] of states) {
    const slot = slotOf(reads) ?? 0;
    slots.set(path, slot);
    next = Math.max(next, slot + 1);
  }
  return { slotOf: (path) => slots.get(path), next };
}

function compareLists(before: FileList, after: FileList): ListDifference {
  if (before === after) return { added: [], removed: [] };
  return {
    added: after.paths.filter((path) => before.numberOf(path) === undefined),
    removed: before.paths.filter((path) => after.numberOf(path) === undefined),
  };
}

interface FinishedRun {
  readonly list: FileList;
  readonly run: LinkRun;
  readonly standing: Standing;
  readonly difference: ListDifference;
  /** The new states of the files that have others than before. */
  readonly changes: States;
}

/** The packages of a list of files and of the namespaces that some of them import. */
interface PackageTable {
  readonly list: FileList;
  readonly namespaces: readonly string[];
  readonly packages: Packages;
}

interface ChangedPackages {
  readonly table: PackageTable;
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

function nearestOf(table: Packages, paths: Iterable<string>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const path of paths) {
    const nearest = table.nearest(path);
    if (nearest !== undefined) found.add(nearest);
  }
  return found;
}

function byKey(a: { readonly key: string }, b: { readonly key: string }): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}
