/**
 * Facts → FileIndex, in one pass over the instruction stream and a few over what it found. Linear in the file's size.
 */
import { Op, ScopeKind } from '../code.js';
import type { Facts } from '../facts.js';
import { StructureBuilder } from './build-structure.js';
import {
  type FileIndex,
  NO_SCOPE,
  NO_SYMBOL,
  Occurrence,
  PATH,
  PositionLists,
  SymbolFlag,
} from './file-index.js';
import { updatedKeys } from './literal-update.js';
import type { Names } from './names.js';
import { packed } from './packed.js';
import { PairTable } from './pair-table.js';
import { attributeKey, integerKey, lastKey, literalKey, type NamedCode, textKey } from './path-keys.js';
import { PositionCollector } from './position-collector.js';
import { isNeverRun, nextInstruction } from './stream.js';

/** Displays of more items are not followed item by item through straight-line code. */
const DISPLAY_MAX = 32;

/** Steps behind the name that a path is followed through: what is nested deeper is followed by values alone. */
const PATH_DEPTH_MAX = 3;

export function buildIndex(facts: Facts, names: Names): FileIndex {
  return new IndexBuilder(facts, names).build();
}

class IndexBuilder {
  readonly #facts: Facts;
  readonly #names: Names;
  readonly #code: Int32Array;
  readonly #nameIds: Int32Array;
  /** Both of them. */
  readonly #named: NamedCode;

  readonly #structure = new StructureBuilder();
  readonly #symbols: PairTable;
  readonly #symbolFlags: number[] = [];
  readonly #pathKeys = new Set<number>();
  readonly #updatingDisplays = new Map<number, number>();
  /** By string: the DICT that the name is bound to in the block where that is, and how often it was used since. */
  readonly #displayAt: Int32Array;
  readonly #displayBlock: Int32Array;
  readonly #displayUses: Int32Array;
  readonly #eventSymbols: number[] = [];
  readonly #events: number[] = [];
  readonly #eventBlocks: number[] = [];
  #isScript = false;
  /** How many blocks are open since one was that never runs; 0 outside of such. */
  #deadBlocks = 0;
  readonly #stars: number[] = [];
  readonly #imports: number[] = [];
  readonly #calls: number[] = [];
  /** By string: how often it is read as a name or an attribute, less how often to be called. */
  readonly #openNames: Int32Array;
  readonly #openAttributes: Int32Array;
  readonly #isAssigned: Uint8Array;
  readonly #returns = new PositionCollector();
  readonly #yields = new PositionCollector();
  readonly #occurrences: PairTable;
  readonly #occurrencePositions = new PositionCollector();
  readonly #definitionAt: Int32Array;
  readonly #definitionScope: Int32Array;

  constructor(facts: Facts, names: Names) {
    this.#facts = facts;
    this.#names = names;
    this.#code = facts.code.instructions;
    this.#nameIds = Int32Array.from(facts.code.strings, (text) => names.id(text));
    this.#named = { code: this.#code, names: this.#nameIds };
    this.#openNames = new Int32Array(facts.code.strings.length);
    this.#openAttributes = new Int32Array(facts.code.strings.length);
    this.#isAssigned = new Uint8Array(facts.code.strings.length);
    this.#displayAt = new Int32Array(facts.code.strings.length);
    this.#displayBlock = new Int32Array(facts.code.strings.length);
    this.#displayUses = new Int32Array(facts.code.strings.length);
    this.#symbols = new PairTable(facts.code.strings.length);
    this.#occurrences = new PairTable(facts.code.strings.length >> 1);
    this.#definitionAt = new Int32Array(facts.definitions.length);
    this.#definitionScope = new Int32Array(facts.definitions.length);
  }

  build(): FileIndex {
    this.#structure.openScope(ScopeKind.MODULE, -1, 0);
    this.#walk();
    this.#structure.closeScope(this.#code.length);
    const declared = this.#declaredElsewhere();
    const tables = this.#packed();
    return {
      facts: this.#namedFacts(tables.code),
      code: tables.code,
      names: tables.names,
      scopes: {
        count: tables.scopeKind.length,
        kind: tables.scopeKind,
        parent: tables.scopeParent,
        definition: tables.scopeDefinition,
        start: tables.scopeStart,
        end: tables.scopeEnd,
        block: tables.scopeBlock,
      },
      blocks: {
        count: tables.blockKind.length,
        kind: tables.blockKind,
        parent: tables.blockParent,
        scope: tables.blockScope,
        start: tables.blockStart,
        end: tables.blockEnd,
        exits: tables.blockExits,
        first: tables.blockFirst,
        next: tables.blockNext,
        exhaustive: tables.exhaustive,
      },
      cuts: tables.cuts,
      cutBlocks: tables.cutBlocks,
      definitionAt: tables.definitionAt,
      definitionScope: tables.definitionScope,
      symbols: new PairTable({
        slots: tables.symbolSlots,
        firsts: tables.symbolFirsts,
        seconds: tables.symbolSeconds,
      }),
      symbolFlags: tables.symbolFlags,
      pathKeys: this.#pathKeys.size === 0 ? NO_KEYS : this.#pathKeys,
      updatingDisplays: this.#updatingDisplays.size === 0 ? NO_DISPLAYS : this.#updatingDisplays,
      eventsFrom: tables.eventsFrom,
      events: tables.events,
      eventBlocks: tables.eventBlocks,
      remoteEvents: remoteEvents(declared, tables.eventsFrom, tables.events),
      isScript: this.#isScript,
      stars: tables.stars,
      imports: tables.imports,
      calls: tables.calls,
      isNameHandedOn: tables.isNameHandedOn,
      isAttributeHandedOn: tables.isAttributeHandedOn,
      isAssigned: tables.isAssigned,
      returns: new PositionLists({ from: tables.returnsFrom, positions: tables.returns }),
      yields: new PositionLists({ from: tables.yieldsFrom, positions: tables.yields }),
      occurrences: new PairTable({
        slots: tables.occurrenceSlots,
        firsts: tables.occurrenceFirsts,
        seconds: tables.occurrenceSeconds,
      }),
      occurrencePositions: new PositionLists({
        from: tables.occurrencesFrom,
        positions: tables.occurrencePositions,
      }),
      firstRuns: { known: undefined },
    };
  }

  #packed() {
    const { blockExits, exhaustive, ...structure } = this.#structure.finish();
    const symbols = this.#symbols.finish();
    const occurrences = this.#occurrences.finish();
    const returns = this.#returns.finish();
    const yields = this.#yields.finish();
    const positions = this.#occurrencePositions.finish();
    return packed({
      ints: {
        code: this.#code,
        names: this.#nameIds,
        ...structure,
        definitionAt: this.#definitionAt,
        definitionScope: this.#definitionScope,
        symbolSlots: symbols.slots,
        symbolFirsts: symbols.firsts,
        symbolSeconds: symbols.seconds,
        ...this.#sortEvents(),
        stars: this.#stars,
        imports: this.#imports,
        calls: this.#calls,
        returnsFrom: returns.from,
        returns: returns.positions,
        yieldsFrom: yields.from,
        yields: yields.positions,
        occurrenceSlots: occurrences.slots,
        occurrenceFirsts: occurrences.firsts,
        occurrenceSeconds: occurrences.seconds,
        occurrencesFrom: positions.from,
        occurrencePositions: positions.positions,
      },
      bytes: {
        blockExits,
        exhaustive,
        symbolFlags: this.#symbolFlags,
        isNameHandedOn: arePositive(this.#openNames),
        isAttributeHandedOn: arePositive(this.#openAttributes),
        isAssigned: this.#isAssigned,
      },
    });
  }

  /** The facts, their code in the packed tables, their strings those that all files share. */
  #namedFacts(instructions: Int32Array): Facts {
    const strings = Array.from(this.#nameIds, (name) => this.#names.text(name));
    return { ...this.#facts, code: { strings, instructions } };
  }

  #walk(): void {
    const code = this.#code;
    for (let at = 0; at < code.length; at = nextInstruction(code, at)) {
      this.#instruction(code[at] ?? 0, at);
    }
  }

  #instruction(op: number, at: number): void {
    const code = this.#code;
    if (this.#deadBlocks > 0 && !this.#isKeptDead(op, at)) return;
    switch (op) {
      case Op.NAME:
        this.#count(this.#openNames, code[at + 1] ?? 0, 1);
        this.#count(this.#displayUses, code[at + 1] ?? 0, 1);
        break;
      case Op.ATTRIBUTE:
        this.#count(this.#openAttributes, code[at + 2] ?? 0, 1);
        break;
      case Op.BIND:
        this.#noteAssigned(code[at + 1] ?? 0, code[at + 2] ?? 0);
        this.#bind(code[at + 1] ?? 0, at);
        this.#bindItems(at);
        break;
      case Op.ANNOTATE:
        this.#noteAssigned(code[at + 1] ?? 0, code[at + 3] ?? 0);
        this.#bind(code[at + 1] ?? 0, at);
        break;
      case Op.UNBIND:
      case Op.AUGMENT:
        this.#bind(code[at + 1] ?? 0, at);
        break;
      case Op.PARAMETER:
        this.#isAssigned[code[at + 2] ?? 0] = 1;
        this.#bind(code[at + 2] ?? 0, at);
        break;
      case Op.IMPORT:
        this.#imports.push(at);
        this.#import(at);
        break;
      case Op.FROM_IMPORT:
        this.#imports.push(at);
        if ((code[at + 4] ?? 0) !== 0) this.#bind(code[at + 4] ?? 0, at);
        else this.#stars.push(at);
        break;
      case Op.SET_ATTRIBUTE:
      case Op.ANNOTATE_ATTRIBUTE:
        this.#setAttribute(at);
        break;
      case Op.DELETE_ATTRIBUTE:
        this.#deleteAttribute(at);
        break;
      case Op.SET_ITEM:
        this.#setItem(at);
        break;
      case Op.DELETE_ITEM:
        this.#note(Occurrence.TAKEN, this.#lastName(code[at + 1] ?? 0), at);
        break;
      case Op.NARROW:
        this.#narrow(at);
        break;
      case Op.GUARD:
        this.#note(Occurrence.GUARD, this.#guarded(code[at + 1] ?? 0), at);
        break;
      case Op.GLOBAL:
        this.#declare(at, SymbolFlag.GLOBAL);
        break;
      case Op.NONLOCAL:
        this.#declare(at, SymbolFlag.NONLOCAL);
        break;
      case Op.CALL:
      case Op.DECORATOR:
        this.#calls.push(at);
        if (op === Op.CALL) this.#update(at);
        this.#countCallee(code[at + 1] ?? 0);
        this.#note(Occurrence.CALL, this.#lastName(code[at + 1] ?? 0), at);
        break;
      case Op.RETURN:
        this.#returns.append(this.#structure.scope, at);
        break;
      case Op.YIELD:
      case Op.YIELD_FROM:
        this.#yields.append(this.#structure.scope, at);
        break;
      case Op.CLASS:
      case Op.FUNCTION:
        this.#definitionAt[code[at + 1] ?? 0] = at;
        break;
      case Op.SCOPE:
        this.#openScope(code[at + 1] ?? 0, code[at + 2] ?? 0, at);
        break;
      case Op.END_SCOPE:
        this.#structure.closeScope(at);
        break;
      case Op.BLOCK:
        this.#structure.openBlock(code[at + 1] ?? 0, code[at + 2] ?? 0, at);
        if (this.#deadBlocks > 0 || isNeverRun(code, at)) this.#deadBlocks++;
        break;
      case Op.END_BLOCK:
        if (this.#deadBlocks > 0) this.#deadBlocks--;
        this.#structure.closeBlock(at);
        break;
      case Op.SCRIPT:
        this.#isScript = true;
        break;
      case Op.EXIT:
        this.#structure.exit();
        break;
    }
  }

  /**
   * Whether an instruction counts that never runs: structure, what makes a function a generator, and what type checkers are told
   * under `if False:`. Names are bound all the same, to nothing.
   */
  #isKeptDead(op: number, at: number): boolean {
    if (KEPT_DEAD.has(op)) return true;
    if (op !== Op.BIND) return false;
    const value = this.#code[this.#code[at + 2] ?? 0];
    if (value === Op.FUNCTION || value === Op.CLASS) return true;
    const symbol = this.#symbol(this.#structure.scope, this.#nameIds[this.#code[at + 1] ?? 0] ?? 0);
    this.#symbolFlags[symbol] = (this.#symbolFlags[symbol] ?? 0) | SymbolFlag.BOUND;
    return false;
  }

  #openScope(kind: number, definition: number, at: number): void {
    const scope = this.#structure.openScope(kind, definition, at);
    if (definition >= 0) this.#definitionScope[definition] = scope;
  }

  #symbol(scope: number, name: number): number {
    const symbol = this.#symbols.add(scope, name);
    if (symbol === this.#symbolFlags.length) this.#symbolFlags.push(0);
    return symbol;
  }

  #event(symbol: number, at: number): void {
    if (this.#code[at] !== Op.NARROW) {
      this.#symbolFlags[symbol] = (this.#symbolFlags[symbol] ?? 0) | SymbolFlag.BOUND;
    }
    this.#eventSymbols.push(symbol);
    this.#events.push(at);
    this.#eventBlocks.push(this.#structure.block);
  }

  #bind(string: number, at: number): void {
    this.#event(this.#symbol(this.#structure.scope, this.#nameIds[string] ?? 0), at);
  }

  /** `name = {'a': …}` binds `name['a']` as well. */
  #bindItems(at: number): void {
    const code = this.#code;
    const display = code[at + 2] ?? 0;
    const count = code[display + 1] ?? 0;
    this.#noteDisplay(code[at + 1] ?? 0, display);
    if (count > DISPLAY_MAX) return;
    const name = this.#nameIds[code[at + 1] ?? 0] ?? 0;
    if (code[display] === Op.DICT) {
      for (let i = 0; i < count; i += 2) {
        const key = literalKey(this.#named, code[display + 2 + i] ?? 0);
        if (key !== undefined) this.#itemEvent(name, key, at);
      }
    } else if (code[display] === Op.LIST || code[display] === Op.TUPLE) {
      for (let i = 0; i < count; i++) {
        if (code[code[display + 2 + i] ?? 0] === Op.STAR) return;
        this.#itemEvent(name, integerKey(i), at);
      }
    }
  }

  #noteDisplay(string: number, display: number): void {
    this.#displayAt[string] = this.#code[display] === Op.DICT ? display : 0;
    this.#displayBlock[string] = this.#structure.block;
    this.#displayUses[string] = 0;
  }

  /** What an `update` is given: a name that was bound to a display and is used here for the first time. */
  #noteUpdating(ref: number): void {
    const string = this.#code[ref + 1] ?? 0;
    const display = this.#code[ref] === Op.NAME ? (this.#displayAt[string] ?? 0) : 0;
    const isPlain = this.#displayBlock[string] === this.#structure.block && this.#displayUses[string] === 1;
    if (display !== 0 && isPlain) this.#updatingDisplays.set(ref, display);
  }

  /** `name.update({'a': …}, b=…)` sets these items. */
  #update(call: number): void {
    const code = this.#code;
    const callee = code[call + 1] ?? 0;
    const receiver = code[callee + 1] ?? 0;
    if (code[callee] !== Op.ATTRIBUTE || code[receiver] !== Op.NAME) return;
    if (this.#facts.code.strings[code[callee + 2] ?? 0] !== 'update') return;
    const name = this.#nameIds[code[receiver + 1] ?? 0] ?? 0;
    for (let i = 0; i < (code[call + 3] ?? 0); i++) this.#noteUpdating(code[call + 4 + i] ?? 0);
    for (const key of updatedKeys(code, call, this.#updatingDisplays) ?? []) {
      this.#itemEvent(name, textKey(this.#nameIds[key.string] ?? 0), call);
    }
  }

  #itemEvent(name: number, key: number, at: number): void {
    this.#pathKeys.add(key);
    this.#event(this.#symbol(PATH - this.#symbol(this.#structure.scope, name), key), at);
  }

  /** Without `as`, the first part of the dotted name is bound. */
  #import(at: number): void {
    const alias = this.#code[at + 2] ?? 0;
    if (alias !== 0) {
      this.#bind(alias, at);
      return;
    }
    const dotted = this.#facts.code.strings[this.#code[at + 1] ?? 0] ?? '';
    const dot = dotted.indexOf('.');
    const name = this.#names.id(dot === -1 ? dotted : dotted.slice(0, dot));
    this.#event(this.#symbol(this.#structure.scope, name), at);
  }

  #declare(at: number, flag: number): void {
    const symbol = this.#symbol(this.#structure.scope, this.#nameIds[this.#code[at + 1] ?? 0] ?? 0);
    this.#symbolFlags[symbol] = (this.#symbolFlags[symbol] ?? 0) | flag;
  }

  #note(kind: number, name: number, at: number): void {
    this.#occurrencePositions.append(this.#occurrences.add(kind, name), at);
  }

  /** The last name of an expression: `c` of `a.b.c`; 0 when it has none. */
  #lastName(ref: number): number {
    return this.#nameIds[this.#lastString(ref)] ?? 0;
  }

  /** The same as string index; that of '' is 0. */
  #lastString(ref: number): number {
    const op = this.#code[ref];
    if (op === Op.NAME) return this.#code[ref + 1] ?? 0;
    return op === Op.ATTRIBUTE ? (this.#code[ref + 2] ?? 0) : 0;
  }

  #count(counts: Int32Array, string: number, count: number): void {
    counts[string] = (counts[string] ?? 0) + count;
  }

  #countCallee(ref: number): void {
    const op = this.#code[ref];
    if (op === Op.NAME) this.#count(this.#openNames, this.#code[ref + 1] ?? 0, -1);
    else if (op === Op.ATTRIBUTE) this.#count(this.#openAttributes, this.#code[ref + 2] ?? 0, -1);
  }

  #noteAssigned(string: number, value: number): void {
    const op = this.#code[value];
    if (op !== Op.FUNCTION && op !== Op.CLASS) this.#isAssigned[string] = 1;
  }

  #setAttribute(at: number): void {
    const receiver = this.#code[at + 1] ?? 0;
    const name = this.#nameIds[this.#code[at + 2] ?? 0] ?? 0;
    this.#isAssigned[this.#code[at + 2] ?? 0] = 1;
    this.#note(Occurrence.SET, name, at);
    this.#pathEvent(receiver, attributeKey(name), at);
  }

  #deleteAttribute(at: number): void {
    const name = this.#nameIds[this.#code[at + 2] ?? 0] ?? 0;
    this.#note(Occurrence.DELETED, name, at);
    this.#pathEvent(this.#code[at + 1] ?? 0, attributeKey(name), at);
  }

  #setItem(at: number): void {
    const container = this.#code[at + 1] ?? 0;
    const key = this.#code[at + 2] ?? 0;
    this.#note(Occurrence.ITEM, this.#lastName(container), at);
    const literal = literalKey(this.#named, key);
    if (literal !== undefined) this.#pathEvent(container, literal, at);
  }

  #narrow(at: number): void {
    const ref = this.#code[at + 1] ?? 0;
    if (this.#code[ref] === Op.NAME) this.#bind(this.#code[ref + 1] ?? 0, at);
    else if (this.#code[ref] === Op.ATTRIBUTE) {
      const name = this.#nameIds[this.#code[ref + 2] ?? 0] ?? 0;
      this.#pathEvent(this.#code[ref + 1] ?? 0, attributeKey(name), at);
    }
  }

  /** The name on which a GUARD's call stands. */
  #guarded(call: number): number {
    const receiver = this.#code[(this.#code[call + 1] ?? 0) + 1] ?? 0;
    return this.#nameIds[this.#code[receiver + 1] ?? 0] ?? 0;
  }

  #pathEvent(base: number, key: number, at: number): void {
    const symbol = this.#pathSymbol(base, PATH_DEPTH_MAX);
    if (symbol === NO_SYMBOL) return;
    this.#pathKeys.add(key);
    this.#event(this.#symbol(PATH - symbol, key), at);
  }

  /** The symbol of `name`, `name.attribute`, `name['key']['key']`; NO_SYMBOL for other expressions. */
  #pathSymbol(ref: number, depth: number): number {
    const code = this.#code;
    if (code[ref] === Op.NAME)
      return this.#symbol(this.#structure.scope, this.#nameIds[code[ref + 1] ?? 0] ?? 0);
    const key = lastKey(this.#named, ref);
    const base =
      key === undefined || depth === 0 ? NO_SYMBOL : this.#pathSymbol(code[ref + 1] ?? 0, depth - 1);
    if (key === undefined || base === NO_SYMBOL) return NO_SYMBOL;
    this.#pathKeys.add(key);
    return this.#symbol(PATH - base, key);
  }

  // what the pass gathered, as flat arrays

  #sortEvents(): Pick<FileIndex, 'eventsFrom' | 'events' | 'eventBlocks'> {
    const count = this.#events.length;
    const eventsFrom = new Int32Array(this.#symbolFlags.length + 1);
    for (const symbol of this.#eventSymbols) eventsFrom[symbol + 1] = (eventsFrom[symbol + 1] ?? 0) + 1;
    for (let symbol = 0; symbol + 1 < eventsFrom.length; symbol++) {
      eventsFrom[symbol + 1] = (eventsFrom[symbol + 1] ?? 0) + (eventsFrom[symbol] ?? 0);
    }
    const events = new Int32Array(count);
    const eventBlocks = new Int32Array(count);
    const free = eventsFrom.slice();
    for (let i = 0; i < count; i++) {
      const symbol = this.#eventSymbols[i] ?? 0;
      const place = free[symbol] ?? 0;
      free[symbol] = place + 1;
      events[place] = this.#events[i] ?? 0;
      eventBlocks[place] = this.#eventBlocks[i] ?? 0;
    }
    return { eventsFrom, events, eventBlocks };
  }

  /** Pairs of a declared symbol and the one it stands for. Where they lead is known once all scopes are. */
  #declaredElsewhere(): (readonly [symbol: number, target: number])[] {
    const pairs: (readonly [number, number])[] = [];
    const count = this.#symbolFlags.length;
    for (let symbol = 0; symbol < count; symbol++) {
      const flags = this.#symbolFlags[symbol] ?? 0;
      if ((flags & ~SymbolFlag.BOUND) === 0) continue;
      const name = this.#symbols.second(symbol);
      const scope = this.#targetScope(this.#symbols.first(symbol), name, flags);
      if (scope !== NO_SCOPE) pairs.push([symbol, this.#symbol(scope, name)]);
    }
    return pairs;
  }

  #targetScope(from: number, name: number, flags: number): number {
    if ((flags & SymbolFlag.GLOBAL) !== 0) return 0;
    const isComprehension = this.#structure.kindOf(from) === ScopeKind.COMPREHENSION;
    for (let scope = this.#structure.parentOf(from); scope !== NO_SCOPE; ) {
      const kind = this.#structure.kindOf(scope);
      if (isComprehension && kind !== ScopeKind.COMPREHENSION) return scope;
      const isFunction = kind === ScopeKind.FUNCTION || kind === ScopeKind.LAMBDA;
      if (isFunction && this.#isBoundIn(scope, name)) return scope;
      scope = this.#structure.parentOf(scope);
    }
    return NO_SCOPE;
  }

  #isBoundIn(scope: number, name: number): boolean {
    const symbol = this.#symbols.find(scope, name);
    return symbol !== -1 && ((this.#symbolFlags[symbol] ?? 0) & SymbolFlag.BOUND) !== 0;
  }
}

const KEPT_DEAD: ReadonlySet<number> = new Set([
  Op.YIELD,
  Op.YIELD_FROM,
  Op.CLASS,
  Op.FUNCTION,
  Op.PARAMETER,
  Op.IMPORT,
  Op.FROM_IMPORT,
  Op.GLOBAL,
  Op.NONLOCAL,
  Op.SCOPE,
  Op.END_SCOPE,
  Op.BLOCK,
  Op.END_BLOCK,
  Op.EXIT,
]);

const NO_KEYS: ReadonlySet<number> = new Set();
const NO_DISPLAYS: ReadonlyMap<number, number> = new Map();
const NO_EVENTS: ReadonlyMap<number, readonly number[]> = new Map();

function arePositive(counts: Int32Array): Uint8Array {
  return Uint8Array.from(counts, (count) => (count > 0 ? 1 : 0));
}

function remoteEvents(
  declared: readonly (readonly [symbol: number, target: number])[],
  eventsFrom: Int32Array,
  events: Int32Array,
): ReadonlyMap<number, readonly number[]> {
  if (declared.length === 0) return NO_EVENTS;
  const remote = new Map<number, number[]>();
  for (const [symbol, target] of declared) {
    const own = events.subarray(eventsFrom[symbol], eventsFrom[symbol + 1]);
    if (own.length === 0) continue;
    const known = remote.get(target);
    if (known === undefined) remote.set(target, [...own]);
    else for (const event of own) known.push(event);
  }
  return remote;
}
