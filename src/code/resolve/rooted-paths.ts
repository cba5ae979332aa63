/**
 * Paths by what they start from: a parameter, a module, a function around. So the same place has the same path wherever in a file
 * it is named, and a caller can tell which of its own a path of its callee is.
 */
import { Op, ScopeKind } from '../code.js';
import { eventsEnd, type FileIndex, firstEvent, NO_SYMBOL, SymbolFlag, scopeAt } from './file-index.js';
import type { FileUnit, Session } from './session.js';
import { Kind } from './value-kinds.js';
import type { ValueId } from './value-table.js';

/** `root` is a PARAMETER, MODULE or FUNCTION value; of the last two a path begins with a name: `.oven.heat`, `.table['a']`. */
export interface RootedPath {
  readonly root: ValueId;
  readonly path: string;
}

/** The path that an expression is; undefined for other expressions, and for names of classes and comprehensions. */
export function pathOf(s: Session, file: FileUnit, ref: number): RootedPath | undefined {
  const { code, names, facts } = file.index;
  const operand = code[ref + 2] ?? 0;
  switch (code[ref]) {
    case Op.NAME:
      return pathOfName(s, file, scopeAt(file.index, ref), names[code[ref + 1] ?? 0] ?? 0);
    case Op.ATTRIBUTE:
      return extended(pathOf(s, file, code[ref + 1] ?? 0), `.${facts.code.strings[operand] ?? ''}`);
    case Op.SUBSCRIPT: {
      const key = keyText(file.index, operand);
      return key === undefined ? undefined : extended(pathOf(s, file, code[ref + 1] ?? 0), key);
    }
    default:
      return undefined;
  }
}

/** A path one step further. */
export function extended(base: RootedPath | undefined, step: string): RootedPath | undefined {
  return base === undefined ? undefined : { root: base.root, path: base.path + step };
}

/** The step of a subscript: `['a']`, `[1]`; undefined for other keys than literals. */
export function keyText({ code, facts }: FileIndex, ref: number): string | undefined {
  if (code[ref] === Op.STRING) return `['${facts.code.strings[code[ref + 1] ?? 0] ?? ''}']`;
  return code[ref] === Op.INTEGER ? `[${code[ref + 1] ?? 0}]` : undefined;
}

/** The path of a name as the scope sees it. */
export function pathOfName(s: Session, file: FileUnit, from: number, name: number): RootedPath | undefined {
  const { scopes, symbols, symbolFlags } = file.index;
  const text = `.${s.names.text(name)}`;
  const global = { root: s.values.value(Kind.MODULE, file.number), path: text };
  for (let scope = from; scope > 0; scope = scopes.parent[scope] ?? 0) {
    const symbol = symbols.find(scope, name);
    const flags = symbol === NO_SYMBOL ? 0 : (symbolFlags[symbol] ?? 0);
    if ((flags & SymbolFlag.GLOBAL) !== 0) return global;
    if ((flags & SymbolFlag.BOUND) === 0 || (flags & SymbolFlag.NONLOCAL) !== 0) continue;
    if (scopes.kind[scope] === ScopeKind.CLASS && scope !== from) continue;
    if (scopes.kind[scope] !== ScopeKind.FUNCTION) return undefined;
    const event = onlyParameter(file.index, symbol);
    if (event !== 0) return { root: s.values.value(Kind.PARAMETER, file.number, event), path: '' };
    return { root: s.values.value(Kind.FUNCTION, file.number, scopes.definition[scope] ?? 0), path: text };
  }
  return global;
}

/** The PARAMETER that alone binds a symbol; 0 when something else does. */
function onlyParameter(index: FileIndex, symbol: number): number {
  const from = firstEvent(index, symbol);
  const event = index.events[from] ?? 0;
  return eventsEnd(index, symbol) - from === 1 && index.code[event] === Op.PARAMETER ? event : 0;
}
