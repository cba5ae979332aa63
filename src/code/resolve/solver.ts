/**
 * Demand-driven fixed points. A *query* is a question about one file whose answer is a set of values: what does this module
 * export under that name, what does this function return. Queries ask each other, in circles too. The answer is the least
 * fixed point, which is unique, so neither the order of asking nor what was asked before shows in it.
 *
 * A circle is found as in Tarjan's algorithm for strongly connected components: its first query iterates until nothing in it
 * grows any more, then all of it is settled. Depth is bounded: a query asked too deep answers with what is known of it so far
 * and is asked again from the top, until nothing grows.
 *
 * It also notes which queries of other files were asked on behalf of each file: the base of incremental linking.
 */
import { IntRecords } from './int-records.js';
import { IntSet } from './int-set.js';
import { EMPTY_SET, type SetId } from './value-table.js';
import type { Values } from './values.js';

/** Nothing provisional was read. */
const SETTLED = 0x7fffffff;
/** Something was read that was asked too deep. */
const DEFERRED = -1;

/** Numbers of queries. */
export type Reads = Pick<IntSet, 'size' | typeof Symbol.iterator>;

/** No round's stamp. */
const STALE = -1;

const NEW = 0;
const ACTIVE = 1;
const PROVISIONAL = 2;
const DONE = 3;

/**
 * Nested expressions and queries before one is put off: each costs up to 2.7 kB of the stack while nothing is optimized, and
 * V8 gives 984 kB. What is put off is asked again from the top, so this limit shows in no answer.
 */
const DEPTH_MAX = 240;

/** Rounds after which a circle is given up as it stands. Sets only grow, so real ones need below ten. */
const ROUNDS_MAX = 200;
/** Rounds after which answers are kept from shrinking. */
const ROUNDS_FREE = 20;

/** What is kept of a query. MARK: of an active one its place on the stack, of a provisional one the lowest that it read. */
const KIND = 0;
const FILE = 1;
const A = 2;
const B = 3;
const STATE = 4;
const ANSWER = 5;
const MARK = 6;
const STAMP = 7;
const FIELDS = 8;

/** How a query is answered, given its kind, file and two arguments; which kinds are answered by lists instead of sets. */
export interface QueryRules {
  compute(kind: number, file: number, a: number, b: number): SetId;
  isList(kind: number): boolean;
}

const NO_READS: Reads = new IntSet();

export class Solver {
  readonly #values: Values;
  readonly #rules: QueryRules;
  readonly #queries = new IntRecords(FIELDS);
  readonly #stack: number[] = [];
  readonly #deferred = new Set<number>();
  /** What is being settled: each is asked from the top only, so that a round computes everything once. */
  readonly #pending = new Set<number>();
  /** By key of an expression: what it is in the present round, with its low mark and stamp. */
  readonly #kept = new Map<number, number>();
  readonly #keptSets: SetId[] = [];
  readonly #keptLows: number[] = [];
  readonly #keptStamps: number[] = [];
  #closedLow = SETTLED;
  #stampCount = 0;
  #stamp = 0;
  #low = SETTLED;
  #depth = 0;
  #hasGrown = false;
  /** A circle around what is computed takes so many rounds that answers in it may not shrink. */
  #isForced = false;

  #file = -1;
  /** By file: the queries of other files that were asked on its behalf. */
  readonly #reads: (IntSet | undefined)[] = [];

  constructor(values: Values, rules: QueryRules) {
    this.#values = values;
    this.#rules = rules;
  }

  /** The file on whose behalf questions are asked now; -1 when none. */
  get file(): number {
    return this.#file;
  }

  /** Whether what is asked now is put off. */
  get isTooDeep(): boolean {
    return this.#depth > DEPTH_MAX;
  }

  get count(): number {
    return this.#queries.count;
  }

  /** Makes a query; the caller sees to it that it is made once. */
  add(kind: number, file: number, a: number, b: number): number {
    const query = this.#queries.add();
    this.#queries.set(query, KIND, kind);
    this.#queries.set(query, FILE, file);
    this.#queries.set(query, A, a);
    this.#queries.set(query, B, b);
    this.#queries.set(query, ANSWER, EMPTY_SET);
    return query;
  }

  /** Whether a query is this one of its file. */
  isQuery(query: number, kind: number, a: number, b: number): boolean {
    const queries = this.#queries;
    return queries.get(query, A) === a && queries.get(query, B) === b && queries.get(query, KIND) === kind;
  }

  kindOf(query: number): number {
    return this.#queries.get(query, KIND);
  }
  fileOf(query: number): number {
    return this.#queries.get(query, FILE);
  }
  a(query: number): number {
    return this.#queries.get(query, A);
  }
  b(query: number): number {
    return this.#queries.get(query, B);
  }

  /** Queries of other files asked on behalf of a file. */
  readsOf(file: number): Reads {
    return this.#reads[file] ?? NO_READS;
  }

  /** Begins work on behalf of a file, from the top. */
  begin(file: number): void {
    this.#file = file;
    this.#low = SETTLED;
    if (this.#keptSets.length > 0) this.#forgetKept();
  }

  #forgetKept(): void {
    this.#kept.clear();
    this.#keptSets.length = 0;
    this.#keptLows.length = 0;
    this.#keptStamps.length = 0;
  }

  /**
   * Ends what `begin` began. Returns whether it counts; if not, something was put off for its depth: it has to be settled,
   * and the work done again.
   */
  end(): boolean {
    this.#file = -1;
    return this.#deferred.size === 0;
  }

  /** Runs `work` on behalf of a file, from the top, as often as it takes. */
  run<Result>(file: number, work: () => Result): Result {
    for (;;) {
      this.begin(file);
      const result = work();
      if (this.end()) return result;
      for (const _ of this.settle());
    }
  }

  /** Forgets what was not settled, after an error in the midst of it. */
  abandon(): void {
    for (let query = 0; query < this.#queries.count; query++) {
      if (this.#queries.get(query, STATE) === DONE) continue;
      this.#queries.set(query, STATE, NEW);
      this.#queries.set(query, ANSWER, EMPTY_SET);
    }
    this.#forgetKept();
    this.#deferred.clear();
    this.#pending.clear();
    this.#stack.length = 0;
    this.#stamp = ++this.#stampCount;
    this.#hasGrown = false;
    this.#isForced = false;
    this.#depth = 0;
    this.#file = -1;
  }

  /** Asks from the top. */
  answer(query: number): SetId {
    return this.run(this.fileOf(query), () => this.ask(query));
  }

  /** Asks on behalf of a file a query that rests on no other one. */
  askFor(file: number, query: number): SetId {
    const outer = this.#file;
    this.#file = file;
    const answer = this.ask(query);
    this.#file = outer;
    return answer;
  }

  /** Asks from within the computation of another query, or within `run`. */
  ask(query: number): SetId {
    const file = this.#queries.get(query, FILE);
    if (file !== this.#file && this.#file >= 0) this.#noteRead(query);
    switch (this.#queries.get(query, STATE)) {
      case DONE:
        return this.#queries.get(query, ANSWER);
      case ACTIVE:
        this.#low = Math.min(this.#low, this.#queries.get(query, MARK));
        return this.#queries.get(query, ANSWER);
      case PROVISIONAL:
        if (this.#queries.get(query, STAMP) !== this.#stamp) break;
        this.#low = Math.min(this.#low, this.#queries.get(query, MARK));
        return this.#queries.get(query, ANSWER);
    }
    if (this.#depth > DEPTH_MAX || (this.#pending.size > 0 && this.#pending.has(query))) {
      this.#deferred.add(query);
      this.#low = DEFERRED;
      return this.#queries.get(query, ANSWER);
    }
    return this.#solve(query, file);
  }

  /**
   * Opens the computation of something that may be remembered when it rests on settled answers only; `close` tells that.
   * For expressions, whose own depth counts too.
   */
  open(): number {
    const low = this.#low;
    this.#low = SETTLED;
    this.#depth++;
    return low;
  }

  /** Ends what `open` began, whose result it takes. Returns whether only settled answers were read. */
  close(low: number): boolean {
    const isSettled = this.#low === SETTLED;
    this.#depth--;
    this.#closedLow = this.#low;
    if (low < this.#low) this.#low = low;
    return isSettled;
  }

  /**
   * Remembers for the present round what was computed between the last `open` and `close` from answers that are not settled:
   * else an expression in a circle is computed anew for every way that leads to it.
   */
  keep(key: number, set: SetId): void {
    const index = this.#keptSets.length;
    this.#kept.set(key, index);
    this.#keptSets.push(set);
    this.#keptLows.push(this.#closedLow);
    this.#keptStamps.push(this.#stamp);
  }

  /** What was kept in this round; 0 when there is nothing. */
  recall(key: number): SetId {
    if (this.#keptSets.length === 0) return 0;
    const index = this.#kept.get(key);
    if (index === undefined || this.#keptStamps[index] !== this.#stamp) return 0;
    const low = this.#keptLows[index] ?? SETTLED;
    if (low < this.#low) this.#low = low;
    return this.#keptSets[index] ?? 0;
  }

  #noteRead(query: number): void {
    let reads = this.#reads[this.#file];
    if (reads === undefined) {
      reads = new IntSet();
      this.#reads[this.#file] = reads;
    }
    reads.add(query);
  }

  #solve(query: number, file: number): SetId {
    const outerFile = this.#file;
    const outerLow = this.#low;
    const outerGrown = this.#hasGrown;
    const outerStamp = this.#stamp;
    const outerForced = this.#isForced;
    const place = this.#stack.length;
    const keptBefore = this.#keptSets.length;
    this.#file = file;
    this.#depth += 2;
    this.#stack.push(query);
    this.#queries.set(query, MARK, place);
    this.#queries.set(query, STATE, ACTIVE);
    let isHead = true;
    for (let round = 0; ; round++) {
      this.#low = SETTLED;
      this.#hasGrown = false;
      this.#isForced = outerForced || round > ROUNDS_FREE;
      const isAlone = this.#compute(query) && this.#low === SETTLED;
      isHead = this.#low >= place;
      if (!isHead || isAlone) break;
      if (this.#low === SETTLED && this.#stack.length === place + 1) break;
      if (!this.#hasGrown || round >= ROUNDS_MAX) break;
      this.#dropRound(place + 1, keptBefore);
      this.#stamp = ++this.#stampCount;
    }
    this.#file = outerFile;
    this.#isForced = outerForced;
    this.#depth -= 2;
    if (isHead) {
      for (let i = place; i < this.#stack.length; i++) this.#queries.set(this.#stack[i] ?? 0, STATE, DONE);
      this.#stack.length = place;
      this.#stamp = outerStamp;
      this.#hasGrown = outerGrown;
      this.#low = outerLow;
    } else {
      this.#queries.set(query, STATE, PROVISIONAL);
      this.#stamp = outerStamp;
      this.#queries.set(query, STAMP, outerStamp);
      this.#queries.set(query, MARK, this.#low);
      this.#hasGrown ||= outerGrown;
      this.#low = Math.min(outerLow, this.#low);
    }
    return this.#queries.get(query, ANSWER);
  }

  /**
   * Forgets what a round has left above a place of the stack. The first one has the stamp of what is around the circle, where
   * else an answer in between would be taken for one of that round, should the rounds to come not ask it again.
   */
  #dropRound(place: number, kept: number): void {
    for (let i = place; i < this.#stack.length; i++) this.#queries.set(this.#stack[i] ?? 0, STAMP, STALE);
    this.#stack.length = place;
    this.#keptStamps.fill(STALE, kept);
  }

  /**
   * Computes a query once more. Returns whether nothing changed. Answers grow by themselves, since every rule is monotone;
   * should one not be, they are made to after some rounds.
   */
  #compute(query: number): boolean {
    const kind = this.#queries.get(query, KIND);
    const before = this.#queries.get(query, ANSWER);
    const computed = this.#rules.compute(
      kind,
      this.#queries.get(query, FILE),
      this.#queries.get(query, A),
      this.#queries.get(query, B),
    );
    const isForced = this.#isForced && !this.#rules.isList(kind);
    const after = isForced ? this.#values.union(before, computed) : computed;
    if (after === before) return true;
    this.#queries.set(query, ANSWER, after);
    this.#hasGrown = true;
    return false;
  }

  /**
   * Asks what was put off from the top, over and over, until nothing grows; then all of it is settled. What was put off last
   * comes first, since what was put off before rests on it: a long chain is known after two rounds. Yields between questions.
   */
  *settle(): Generator<void, void, void> {
    const pending: number[] = [];
    for (let round = 0; round < ROUNDS_MAX; round++) {
      this.#stack.length = 0;
      this.#stamp = ++this.#stampCount;
      this.#forgetKept();
      this.#hasGrown = false;
      let isStable = true;
      for (let place = pending.length - 1; place >= 0; place--) {
        isStable = this.#isStill(pending[place] ?? 0) && isStable;
        yield;
      }
      const known = pending.length;
      this.#takeDeferred(pending);
      for (let place = known; place < pending.length; place++) {
        this.#isStill(pending[place] ?? 0);
        this.#takeDeferred(pending);
        yield;
      }
      if (isStable && pending.length === known) break;
    }
    for (const query of this.#stack) this.#queries.set(query, STATE, DONE);
    this.#stack.length = 0;
    this.#pending.clear();
    this.#stamp = ++this.#stampCount;
    this.#file = -1;
  }

  /** Appends to `pending` what was put off and is not in it. */
  #takeDeferred(pending: number[]): void {
    for (const query of this.#deferred) {
      if (this.#pending.has(query)) continue;
      this.#pending.add(query);
      pending.push(query);
    }
    this.#deferred.clear();
  }

  /** Asks from the top what was put off. Returns whether nothing has grown. */
  #isStill(query: number): boolean {
    const before = this.#queries.get(query, ANSWER);
    this.#file = this.#queries.get(query, FILE);
    this.#low = SETTLED;
    if (this.#queries.get(query, STATE) !== DONE) this.#solve(query, this.#file);
    return this.#queries.get(query, ANSWER) === before && !this.#hasGrown;
  }
}
