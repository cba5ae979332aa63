/**
 * A stub and the source that it describes, read together. The source stays what it is; where it has no annotation for a
 * parameter, a return, a module's or a class's attribute, it gets the stub's. What the stub imports for its annotations is
 * bound in the source under names that no program can spell. Definitions of both are nodes of the source alone; those that
 * only the stub has stay with the stub (`stub-remainder.ts`), and the source takes them from there.
 *
 * Left out: annotations that call something, star imports of a stub, and methods that only the stub's class has: these give
 * their type as an attribute when they are properties, and nothing else.
 */
import { addTo } from '../../kernel/groups.js';
import { Op, PROLOGUE, ScopeKind } from '../code.js';
import type { Code, Definition, Facts } from '../facts.js';
import { boundByImport, boundInScope, ownNames } from './bound-names.js';
import { LOOKUP_OF_PATH } from './imports.js';
import { instructionsOf, NO_LINE, Rewriting } from './rewrite.js';
import { type Description, describe, isTop } from './stub-description.js';

/** Before a name that the stub binds. No identifier holds a colon, and no star gives a name with an underscore. */
const HIDDEN = '_stub:';

/** The facts of a source with what its stub adds. */
export function describedFacts(source: Facts, stub: Facts): Facts {
  const description = describe(stub);
  return {
    ...source,
    definitions: withStubLines(source, stub),
    code: new Merge(source, stub, description).code(),
  };
}

/** Second definitions of a name count as the first. */
function plainName(qualname: string): string {
  return qualname.replace(/#\d+/g, '');
}

function groupByName(definitions: readonly Definition[]): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, number[]>();
  for (const [index, { qualname, kind }] of definitions.entries()) {
    addTo(groups, `${kind} ${plainName(qualname)}`, index);
  }
  return groups;
}

/** By definition of the source: the stub's definitions that describe it. As many variants on both sides go pairwise. */
function counterparts(source: Facts, stub: Facts): readonly (readonly number[])[] {
  const described = groupByName(stub.definitions);
  const found: (readonly number[])[] = source.definitions.map(() => []);
  for (const [key, own] of groupByName(source.definitions)) {
    const others = described.get(key) ?? [];
    for (const [place, index] of own.entries()) {
      found[index] = others.length === own.length ? others.slice(place, place + 1) : others;
    }
  }
  return found;
}

function withStubLines(source: Facts, stub: Facts): readonly Definition[] {
  const found = counterparts(source, stub);
  return source.definitions.map((definition, index) => {
    const line = stub.definitions[found[index]?.[0] ?? -1]?.line;
    return line === undefined ? definition : { ...definition, stub: `${stub.path}:${line}` };
  });
}

/** One source's stream written anew with its stub's annotations. */
class Merge {
  readonly #source: Facts;
  readonly #stub: Facts;
  readonly #says: Description;
  readonly #counterparts: readonly (readonly number[])[];
  readonly #out: Rewriting;
  /** Source's position → new position. */
  readonly #moved: Int32Array;
  /** By definition of the source: parameter → annotation, as written here. */
  readonly #parameters: ReadonlyMap<string, number>[] = [];
  readonly #returns: number[] = [];
  /** Names that the source's module binds itself. */
  readonly #own: ReadonlySet<string>;

  constructor(source: Facts, stub: Facts, says: Description) {
    this.#source = source;
    this.#stub = stub;
    this.#says = says;
    this.#counterparts = counterparts(source, stub);
    this.#out = new Rewriting(source.code.strings);
    this.#moved = new Int32Array(source.code.instructions.length);
    this.#own = ownNames(source.code);
  }

  code(): Code {
    const { instructions: code } = this.#source.code;
    this.#moduleHead();
    // Per open scope: annotations of its names that the source does not have yet, by name.
    const scopes = [this.#open(-1)];
    const pending: number[] = [];
    for (const at of instructionsOf(this.#source.code)) {
      const scope = scopes.at(-1);
      if (pending.length > 0 && code[at] !== Op.PARAMETER)
        this.#giveReturns(code[at] ?? 0, pending.pop() ?? -1);
      if (code[at] === Op.BIND && this.#annotate(at, scope)) continue;
      this.#moved[at] = this.#out.copy(this.#source.code, at, (ref) => this.#refOf(ref));
      switch (code[at]) {
        case Op.SCOPE: {
          const definition = code[at + 2] ?? -1;
          scopes.push(code[at + 1] === ScopeKind.CLASS ? this.#open(definition) : NOTHING);
          if (code[at + 1] === ScopeKind.FUNCTION) pending.push(definition);
          break;
        }
        case Op.END_SCOPE:
          if (scopes.length > 1) scopes.pop();
          break;
        case Op.PARAMETER:
          this.#giveParameter(at, pending.at(-1) ?? -1);
          break;
      }
    }
    return this.#out.code();
  }

  #refOf(ref: number): number {
    return ref < PROLOGUE.length ? ref : (this.#moved[ref] ?? 0);
  }

  /** What the stub imports and calls by another name, hidden; and what only the stub defines. */
  #moduleHead(): void {
    const { instructions: code, strings } = this.#stub.code;
    const text = (index: number): string => strings[index] ?? '';
    for (const at of this.#says.bindings) {
      switch (code[at]) {
        case Op.IMPORT: {
          const alias = text(code[at + 2] ?? 0);
          const dotted = text(code[at + 1] ?? 0);
          const name = boundByImport(dotted, alias);
          const module = this.#out.string(alias === '' ? name : dotted);
          this.#out.emit(Op.IMPORT, module, this.#out.string(HIDDEN + name), NO_LINE, code[at + 4] ?? 0);
          break;
        }
        case Op.FROM_IMPORT:
          this.#out.emit(
            Op.FROM_IMPORT,
            code[at + 1] ?? 0,
            this.#out.string(text(code[at + 2] ?? 0)),
            this.#out.string(text(code[at + 3] ?? 0)),
            this.#out.string(HIDDEN + text(code[at + 4] ?? 0)),
            NO_LINE,
            code[at + 6] ?? 0,
          );
          break;
        default: {
          const value = this.#fromStub(code[at + (code[at] === Op.BIND ? 2 : 3)] ?? 0, new Map());
          if (value !== 0) this.#out.emit(Op.BIND, this.#out.string(HIDDEN + text(code[at + 1] ?? 0)), value);
        }
      }
    }
    const path = this.#out.string(LOOKUP_OF_PATH + this.#stub.path);
    for (const name of new Set(this.#stub.definitions.filter(isTop).map((each) => each.name))) {
      if (this.#own.has(name)) continue;
      const string = this.#out.string(name);
      this.#out.emit(Op.FROM_IMPORT, 0, path, string, string, NO_LINE, 0);
    }
  }

  /** Writes the annotations that belong into a scope: its attributes, and the functions in it. -1: the module's. */
  #open(definition: number): Attributes {
    const copied = new Map<number, number>();
    const types = new Map<string, number>();
    const { definitions } = this.#stub;
    for (const other of definition < 0 ? [definitions.length] : (this.#counterparts[definition] ?? [])) {
      for (const [name, ref] of this.#says.attributes[other] ?? []) this.#noteType(types, name, ref, copied);
      for (const index of this.#says.properties) {
        const { parent, name } = definitions[index] ?? { parent: -2, name: '' };
        if (parent === other) this.#noteType(types, name, this.#says.returns[index] ?? 0, copied);
      }
    }
    const isOf = definition < 0 ? isTop : ({ parent }: Definition) => parent === definition;
    const defined = new Set<string>();
    for (const [index, each] of this.#source.definitions.entries()) {
      if (!isOf(each)) continue;
      defined.add(each.name);
      if (each.kind === 'function') this.#describeFunction(index, copied);
    }
    for (const name of defined) types.delete(name);
    const bound = definition < 0 ? this.#own : boundInScope(this.#source.code, definition);
    for (const [name, type] of types) {
      if (!bound.has(name)) this.#out.emit(Op.ANNOTATE, this.#out.string(name), type, 0, 0);
    }
    return types;
  }

  #noteType(types: Map<string, number>, name: string, ref: number, copied: Map<number, number>): void {
    const type = this.#fromStub(ref, copied);
    if (type !== 0) types.set(name, type);
  }

  #describeFunction(index: number, copied: Map<number, number>): void {
    const parameters = new Map<string, number[]>();
    const returns = new Set<number>();
    for (const other of this.#counterparts[index] ?? []) {
      for (const [name, ref] of this.#says.parameters[other] ?? []) {
        const type = this.#fromStub(ref, copied);
        if (type !== 0) parameters.set(name, [...(parameters.get(name) ?? []), type]);
      }
      const type = this.#fromStub(this.#says.returns[other] ?? 0, copied);
      if (type !== 0) returns.add(type);
    }
    this.#parameters[index] = new Map([...parameters].map(([name, types]) => [name, this.#either(types)]));
    this.#returns[index] = this.#either([...returns]);
  }

  #either(types: readonly number[]): number {
    const distinct = [...new Set(types)];
    return distinct.length < 2 ? (distinct[0] ?? 0) : this.#out.emit(Op.EITHER, distinct.length, ...distinct);
  }

  /** A type of the stub, copied to where the source is written; 0 for what is no plain type. Bounded like extraction. */
  #fromStub(ref: number, copied: Map<number, number>): number {
    if (ref < PROLOGUE.length) return ref;
    const known = copied.get(ref);
    if (known !== undefined) return known;
    const { instructions: code, strings } = this.#stub.code;
    let at = 0;
    if (TYPE_OPERATIONS.has(code[ref] ?? 0)) {
      const text = (index: number): number => this.#out.string(strings[index] ?? '');
      const parts = new Map(
        partsOf(this.#stub.code, ref).map((part) => [part, this.#fromStub(part, copied)]),
      );
      const name = strings[code[ref + 1] ?? 0] ?? '';
      const isHidden = code[ref] === Op.NAME && this.#says.bound.has(name);
      if (isHidden) at = this.#out.emit(Op.NAME, this.#out.string(HIDDEN + name));
      else at = this.#out.copy(this.#stub.code, ref, (part) => parts.get(part) ?? part, text);
    }
    copied.set(ref, at);
    return at;
  }

  #giveParameter(at: number, definition: number): void {
    const { instructions: code, strings } = this.#source.code;
    const type = this.#parameters[definition]?.get(strings[code[at + 2] ?? 0] ?? '') ?? 0;
    if ((code[at + 3] ?? 0) === 0 && type !== 0) this.#out.patch((this.#moved[at] ?? 0) + 3, type);
  }

  #giveReturns(next: number, definition: number): void {
    const type = this.#returns[definition] ?? 0;
    if (next !== Op.RETURNS && type !== 0) this.#out.emit(Op.RETURNS, type);
  }

  /** `x = value` of which the stub knows the type becomes `x: type = value`. */
  #annotate(at: number, types: Attributes | undefined): boolean {
    const { instructions: code, strings } = this.#source.code;
    const value = code[at + 2] ?? 0;
    const type = types?.get(strings[code[at + 1] ?? 0] ?? '');
    if (type === undefined || code[value] === Op.FUNCTION || code[value] === Op.CLASS) return false;
    this.#moved[at] = this.#out.emit(Op.ANNOTATE, code[at + 1] ?? 0, type, this.#refOf(value), 1);
    return true;
  }
}

/** Types by name. */
type Attributes = ReadonlyMap<string, number>;

const NOTHING: Attributes = new Map();

const TYPE_OPERATIONS: ReadonlySet<number> = new Set([
  Op.NAME,
  Op.ATTRIBUTE,
  Op.SUBSCRIPT,
  Op.EITHER,
  Op.TUPLE,
  Op.LIST,
  Op.STAR,
  Op.STRING,
]);

/** The refs of an instruction of TYPE_OPERATIONS. */
function partsOf({ instructions: code }: Code, at: number): readonly number[] {
  switch (code[at]) {
    case Op.ATTRIBUTE:
    case Op.STAR:
      return [code[at + 1] ?? 0];
    case Op.SUBSCRIPT:
      return [code[at + 1] ?? 0, code[at + 2] ?? 0];
    case Op.EITHER:
    case Op.TUPLE:
    case Op.LIST:
      return [...code.subarray(at + 2, at + 2 + (code[at + 1] ?? 0))];
    default:
      return [];
  }
}
