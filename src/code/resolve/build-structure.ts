/**
 * The scopes and blocks of one file while its instructions are gone through: which lies in which, where each begins and ends, and
 * where the current block changes. It knows no names.
 */
import { BlockKind } from '../code.js';
import { NO_BLOCK, NO_SCOPE } from './file-index.js';

export class StructureBuilder {
  readonly #scopeKind: number[] = [];
  readonly #scopeParent: number[] = [];
  readonly #scopeDefinition: number[] = [];
  readonly #scopeStart: number[] = [];
  readonly #scopeEnd: number[] = [];
  readonly #scopeBlock: number[] = [];

  readonly #blockKind: number[] = [];
  readonly #blockParent: number[] = [];
  readonly #blockScope: number[] = [];
  readonly #blockStart: number[] = [];
  readonly #blockEnd: number[] = [];
  readonly #blockExits: number[] = [];
  readonly #blockFirst: number[] = [];
  readonly #blockNext: number[] = [];
  readonly #exhaustive: number[] = [];
  /** Statement → its first and its latest block. */
  readonly #statementFirst: number[] = [];
  readonly #statementLast: number[] = [];

  /** The blocks to return to when scopes close. */
  readonly #outerBlocks: number[] = [];

  readonly #cuts: number[] = [];
  readonly #cutBlocks: number[] = [];

  #scope = NO_SCOPE;
  #block = NO_BLOCK;

  /** The scope and the block that are open. */
  get scope(): number {
    return this.#scope;
  }

  get block(): number {
    return this.#block;
  }

  /** A ScopeKind. */
  kindOf(scope: number): number {
    return this.#scopeKind[scope] ?? -1;
  }

  /** The scope around; NO_SCOPE for the module's. */
  parentOf(scope: number): number {
    return this.#scopeParent[scope] ?? NO_SCOPE;
  }

  /** Returns its number. */
  openScope(kind: number, definition: number, at: number): number {
    const scope = this.#scopeKind.length;
    this.#scopeKind.push(kind);
    this.#scopeParent.push(this.#scope);
    this.#scopeDefinition.push(definition);
    this.#scopeStart.push(at);
    this.#scopeEnd.push(at);
    this.#scopeBlock.push(this.#blockKind.length);
    this.#outerBlocks.push(this.#block);
    this.#scope = scope;
    this.#pushBlock(-1, NO_BLOCK, at);
    return scope;
  }

  closeScope(at: number): void {
    this.#blockEnd[this.#block] = at;
    this.#scopeEnd[this.#scope] = at;
    this.#scope = this.#scopeParent[this.#scope] ?? NO_SCOPE;
    this.#block = this.#outerBlocks.pop() ?? NO_BLOCK;
    if (this.#block !== NO_BLOCK) this.#cut(at);
  }

  openBlock(kind: number, statement: number, at: number): void {
    const block = this.#pushBlock(kind, this.#block, at);
    const first = this.#statementFirst[statement] ?? NO_BLOCK;
    if (first === NO_BLOCK) {
      this.#fill(this.#statementFirst, statement);
      this.#fill(this.#statementLast, statement);
      this.#statementFirst[statement] = block;
    } else {
      this.#blockFirst[block] = first;
      this.#blockNext[this.#statementLast[statement] ?? first] = block;
    }
    this.#statementLast[statement] = block;
    const runsAlways = kind === BlockKind.LAST_BRANCH || kind === BlockKind.TRY;
    if (runsAlways) this.#exhaustive[this.#blockFirst[block] ?? block] = 1;
  }

  #fill(list: number[], upTo: number): void {
    while (list.length <= upTo) list.push(NO_BLOCK);
  }

  #pushBlock(kind: number, parent: number, at: number): number {
    const block = this.#blockKind.length;
    this.#blockKind.push(kind);
    this.#blockParent.push(parent);
    this.#blockScope.push(this.#scope);
    this.#blockStart.push(at);
    this.#blockEnd.push(at);
    this.#blockExits.push(0);
    this.#blockFirst.push(block);
    this.#blockNext.push(NO_BLOCK);
    this.#exhaustive.push(0);
    this.#block = block;
    this.#cut(at);
    return block;
  }

  closeBlock(at: number): void {
    this.#blockEnd[this.#block] = at;
    this.#block = this.#blockParent[this.#block] ?? NO_BLOCK;
    this.#cut(at);
  }

  #cut(at: number): void {
    this.#cuts.push(at);
    this.#cutBlocks.push(this.#block);
  }

  /** Control leaves the current block before its end. */
  exit(): void {
    this.#blockExits[this.#block] = 1;
  }

  /** The columns of scopes, of blocks, and of the places where the current block changes. */
  finish(): Structure {
    return {
      scopeKind: this.#scopeKind,
      scopeParent: this.#scopeParent,
      scopeDefinition: this.#scopeDefinition,
      scopeStart: this.#scopeStart,
      scopeEnd: this.#scopeEnd,
      scopeBlock: this.#scopeBlock,
      blockKind: this.#blockKind,
      blockParent: this.#blockParent,
      blockScope: this.#blockScope,
      blockStart: this.#blockStart,
      blockEnd: this.#blockEnd,
      blockExits: this.#blockExits,
      blockFirst: this.#blockFirst,
      blockNext: this.#blockNext,
      exhaustive: this.#exhaustive,
      cuts: this.#cuts,
      cutBlocks: this.#cutBlocks,
    };
  }
}

/** What `Scopes`, `Blocks` and the cuts of a `FileIndex` are made of. */
export type Structure = Readonly<
  Record<
    | `scope${'Kind' | 'Parent' | 'Definition' | 'Start' | 'End' | 'Block'}`
    | `block${'Kind' | 'Parent' | 'Scope' | 'Start' | 'End' | 'Exits' | 'First' | 'Next'}`
    | 'exhaustive'
    | 'cuts'
    | 'cutBlocks',
    readonly number[]
  >
>;
