/**
 * What a stub says of the source beside it: types of parameters, returns and attributes, and the imports that these need. Read
 * from its stream alone; which definition of the source is meant is told by `stub-merge.ts`.
 */
import { Op, ScopeKind } from '../code.js';
import type { Code, Definition, Facts } from '../facts.js';
import { boundByImport } from './bound-names.js';
import { instructionsOf } from './rewrite.js';

/** Whether a definition stands in no other. */
export function isTop({ parent }: Definition): boolean {
  return parent < 0;
}

/** What a stub says, by position in its stream. */
export interface Description {
  /** By definition: name of the parameter → ref of its annotation. */
  readonly parameters: readonly ReadonlyMap<string, number>[];
  readonly returns: readonly number[];
  /** By definition, the module's own behind the last: name → ref of its annotation. */
  readonly attributes: readonly ReadonlyMap<string, number>[];
  /** Positions of imports and plain assignments at module level. */
  readonly bindings: readonly number[];
  /** The names that these bind. */
  readonly bound: ReadonlySet<string>;
  /** Definitions that are read as attributes. */
  readonly properties: ReadonlySet<number>;
}

/** What the facts of a stub say. */
export function describe(stub: Facts): Description {
  const { instructions: code, strings } = stub.code;
  const count = stub.definitions.length;
  const text = (at: number): string => strings[code[at] ?? 0] ?? '';
  const parameters = Array.from({ length: count }, () => new Map<string, number>());
  const attributes = Array.from({ length: count + 1 }, () => new Map<string, number>());
  const returns = new Array<number>(count).fill(0);
  const bindings: number[] = [];
  const bound = new Set<string>();
  const scopes: { readonly kind: number; readonly definition: number }[] = [
    { kind: ScopeKind.MODULE, definition: count },
  ];
  for (const at of instructionsOf(stub.code)) {
    const scope = scopes.at(-1);
    const definition = scope?.definition ?? -1;
    const isModule = scope?.kind === ScopeKind.MODULE;
    switch (code[at]) {
      case Op.SCOPE:
        scopes.push({ kind: code[at + 1] ?? 0, definition: code[at + 2] ?? -1 });
        break;
      case Op.END_SCOPE:
        if (scopes.length > 1) scopes.pop();
        break;
      case Op.PARAMETER:
        if ((code[at + 3] ?? 0) !== 0) parameters[definition]?.set(text(at + 2), code[at + 3] ?? 0);
        break;
      case Op.RETURNS:
        if (scope?.kind === ScopeKind.FUNCTION) returns[definition] = code[at + 1] ?? 0;
        break;
      case Op.ANNOTATE: {
        const type = code[at + 2] ?? 0;
        if (isModule && isTypeAlias(stub.code, type)) {
          bindings.push(at);
          bound.add(text(at + 1));
        } else if (isModule || scope?.kind === ScopeKind.CLASS)
          attributes[definition]?.set(text(at + 1), type);
        break;
      }
      case Op.BIND: {
        const value = code[code[at + 2] ?? 0];
        if (!isModule || value === Op.FUNCTION || value === Op.CLASS) break;
        bindings.push(at);
        bound.add(text(at + 1));
        break;
      }
      case Op.IMPORT:
        if (!isModule) break;
        bindings.push(at);
        bound.add(boundByImport(text(at + 1), text(at + 2)));
        break;
      case Op.FROM_IMPORT:
        if (!isModule || (code[at + 4] ?? 0) === 0) break;
        bindings.push(at);
        bound.add(text(at + 4));
        break;
    }
  }
  return { parameters, returns, attributes, bindings, bound, properties: propertiesOf(stub) };
}

/** Whether an annotation is `TypeAlias`. */
function isTypeAlias({ instructions: code, strings }: Code, ref: number): boolean {
  const name = code[ref] === Op.NAME ? code[ref + 1] : code[ref] === Op.ATTRIBUTE ? code[ref + 2] : undefined;
  return name !== undefined && strings[name] === 'TypeAlias';
}

function propertiesOf(stub: Facts): ReadonlySet<number> {
  const found = new Set<number>();
  for (const [index, { isMethod, decorators }] of stub.definitions.entries()) {
    if (isMethod && decorators.some((text) => /(?:^|\.|_)property$/.test(text))) found.add(index);
  }
  return found;
}
