/**
 * What one instruction shows of calls, gathered before anything is recorded: when the solver had to put something off for its
 * depth, all of it is dropped and the instruction is looked at again.
 */
import type { Resolution, Site } from '../model.js';
import type { EdgeDrafts } from './edges.js';
import type { Ids } from './ids.js';
import type { Overrides } from './overrides.js';
import { caughtAt } from './raises.js';
import type { FileUnit, Session } from './session.js';
import { EMPTY_SET, type SetId, type ValueId } from './value-table.js';

/** More values that were followed to a call than this are no answer: the call counts as unresolved. */
export const TARGETS_MAX = 12;

export const NO_VALUES: readonly ValueId[] = [];

/** What the parts of linking a file share. */
export interface FileLinking {
  readonly session: Session;
  readonly ids: Ids;
  readonly overrides: Overrides;
  readonly file: FileUnit;
  readonly edges: EdgeDrafts;
}

export type SiteKind = NonNullable<Site['kind']> | undefined;

/** How sure an edge is: `of` how many it is one, and in a few words why. */
export interface Sureness {
  readonly resolution: Resolution;
  readonly of: number;
  readonly why: string;
}

/** An edge to be. */
export interface Found extends Sureness {
  readonly target: ValueId;
  readonly line: number;
  readonly kind: SiteKind;
}

/** What became of a call as it is written; the other instructions have none. */
export type Outcome = 'none' | 'resolved' | 'external' | 'unresolved' | 'tooMany';

/** Of one file, and of the instruction that is looked at. */
export class CallFindings {
  readonly s: Session;
  readonly file: FileUnit;
  readonly overrides: Overrides;
  line = 1;
  outcome: Outcome = 'none';
  readonly found: Found[] = [];
  /** Paths of the files that a call imports. */
  readonly imported: string[] = [];
  /** Definitions that are named where something else runs in their place. */
  readonly replaced: { readonly target: ValueId; readonly why: string }[] = [];
  /** Definitions that a framework is given. */
  readonly kept: { readonly target: ValueId; readonly label: string }[] = [];
  readonly #ids: Ids;

  constructor({ session, file, overrides, ids }: FileLinking) {
    this.s = session;
    this.file = file;
    this.overrides = overrides;
    this.#ids = ids;
  }

  /** Drops what the instruction before has shown. */
  clear(): void {
    if (this.found.length > 0) this.found.length = 0;
    if (this.imported.length > 0) this.imported.length = 0;
    if (this.replaced.length > 0) this.replaced.length = 0;
    if (this.kept.length > 0) this.kept.length = 0;
    this.outcome = 'none';
  }

  /** What the expression at `ref` may be, parameters replaced by what is passed. */
  receivers(ref: number): SetId {
    const caught = caughtAt(this.s, this.file, ref);
    return caught === EMPTY_SET ? this.s.expand(this.s.evaluate(this.file, ref)) : caught;
  }

  add(target: ValueId, kind: SiteKind, { resolution, of, why }: Sureness): void {
    this.found.push({ target, line: this.line, resolution, kind, why, of });
  }

  /** An edge to each of them, in the order of their ids. */
  addAll(targets: readonly ValueId[], kind: SiteKind, sureness: Sureness): void {
    for (const target of this.inOrder(targets)) this.add(target, kind, sureness);
  }

  /** Values in the order of their ids in the graph. */
  inOrder(values: readonly ValueId[]): readonly ValueId[] {
    if (values.length < 2) return values;
    return [...values].sort((x, y) => (this.#idOf(x) < this.#idOf(y) ? -1 : 1));
  }

  #idOf(value: ValueId): string {
    const file = this.s.files[this.s.values.a(value)];
    return file === undefined ? '' : this.#ids.of(file, this.s.values.b(value));
  }
}
