/**
 * Whose things a file changes from outside: `ports.TABLE['big'] = crane`, `Dog.speak = quack`, `oven = Oven(); oven.heat = f`. Told by
 * syntax: the names that the changed thing was imported by, so that the file that it stands in can ask those who may change it
 * (`patches.ts`). What is really changed is told by values.
 */
import { Op } from '../code.js';
import { eventsEnd, type FileIndex, firstEvent, NO_SYMBOL, Occurrence, scopeAt } from './file-index.js';

/** Calls that change what they are called on, or what they are given first. */
const CHANGING: ReadonlySet<string> = new Set([
  'append',
  'appendleft',
  'add',
  'insert',
  'setdefault',
  'extend',
  'extendleft',
  'update',
  'setattr',
]);

/** The last names of the modules, and the names from them, whose things a file changes. */
export function patchedNames(index: FileIndex, textOf: (name: number) => string): ReadonlySet<string> {
  return new Set([...changesOf(index, textOf).values()].flat());
}

/** By position of an instruction that changes something imported, or an instance of it: the names that it was imported by. */
export function changesOf(
  index: FileIndex,
  textOf: (name: number) => string,
): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, readonly string[]>();
  const imported = importedNames(index);
  if (imported.size === 0) return found;
  const { occurrences, occurrencePositions } = index;
  for (let key = 0; key < occurrences.size; key++) {
    const kind = occurrences.first(key);
    const isCall = kind === Occurrence.CALL;
    if (isCall && !CHANGING.has(textOf(occurrences.second(key)))) continue;
    for (let link = occurrencePositions.first(key); link !== -1; link = occurrencePositions.next(link)) {
      const at = occurrencePositions.at(link);
      const root = rootOf(index, changedAt(index, at, isCall));
      const names = root === 0 ? NOTHING : importedBy(index, root, imported);
      if (names.length > 0) found.set(at, names);
    }
  }
  return found;
}

/** What an instruction changes: the receiver of what is set, of a call, or what `setattr` is given. */
function changedAt({ code, facts }: FileIndex, at: number, isCall: boolean): number {
  if (!isCall) return code[at + 1] ?? 0;
  const callee = code[at + 1] ?? 0;
  if (code[at] !== Op.CALL) return 0;
  if (code[callee] === Op.ATTRIBUTE) return code[callee + 1] ?? 0;
  const isSetting = code[callee] === Op.NAME && facts.code.strings[code[callee + 1] ?? 0] === 'setattr';
  return isSetting && (code[at + 3] ?? 0) === 3 ? (code[at + 4] ?? 0) : 0;
}

/** The NAME that an expression starts from; 0 for others. */
function rootOf({ code }: FileIndex, ref: number): number {
  let root = ref;
  while (code[root] === Op.ATTRIBUTE || code[root] === Op.SUBSCRIPT || code[root] === Op.CALL) {
    root = code[root + 1] ?? 0;
  }
  return code[root] === Op.NAME ? root : 0;
}

const NOTHING: readonly string[] = [];

/** In place of a string, for names that a star may bring. */
const STARRED = -2;

/** The names that a NAME was imported by, or the class that it is an instance of. */
function importedBy(
  index: FileIndex,
  root: number,
  imported: ReadonlyMap<number, readonly string[]>,
): readonly string[] {
  const { code, names, symbols } = index;
  const string = code[root + 1] ?? 0;
  const own = imported.get(string);
  if (own !== undefined) return own;
  const name = names[string] ?? 0;
  const scope = scopeAt(index, root);
  const local = symbols.find(scope, name);
  const symbol =
    local === NO_SYMBOL || firstEvent(index, local) === eventsEnd(index, local)
      ? symbols.find(0, name)
      : local;
  if (symbol === NO_SYMBOL) return imported.get(STARRED) ?? NOTHING;
  const found: string[] = [];
  for (let i = firstEvent(index, symbol); i < eventsEnd(index, symbol); i++) {
    found.push(...(imported.get(makerOf(index, index.events[i] ?? 0)) ?? NOTHING));
  }
  return found;
}

/** The string of the name that what an event binds is made by: `oven = Oven()`, `oven: Oven`; -1 for others. */
function makerOf(index: FileIndex, event: number): number {
  const { code } = index;
  const isBinding = code[event] === Op.BIND;
  const ref = isBinding ? (code[event + 2] ?? 0) : code[event] === Op.PARAMETER ? (code[event + 3] ?? 0) : 0;
  if (isBinding && code[ref] !== Op.CALL) return -1;
  const root = rootOf(index, ref);
  return root === 0 ? -1 : (code[root + 1] ?? -1);
}

/** By string of what an import binds: the names that it may stand for. */
function importedNames({ code, facts, imports }: FileIndex): ReadonlyMap<number, readonly string[]> {
  const { strings } = facts.code;
  const found = new Map<number, readonly string[]>();
  const add = (string: number, names: readonly string[]): void => {
    const all = [...(found.get(string) ?? NOTHING), ...names.filter((name) => name !== '')];
    found.set(string, [...new Set(all)]);
  };
  for (const at of imports) {
    if (code[at] === Op.IMPORT) {
      const dotted = strings[code[at + 1] ?? 0] ?? '';
      const alias = code[at + 2] ?? 0;
      const isAliased = (strings[alias] ?? '') !== '';
      const parts = dotted.split('.');
      const first = parts.length === 1 ? (code[at + 1] ?? 0) : strings.indexOf(parts[0] ?? '');
      add(isAliased ? alias : first, isAliased ? [lastOf(dotted)] : parts);
    } else {
      const string = code[at + 4] ?? 0;
      const name = strings[code[at + 3] ?? 0] ?? '';
      add(name === '*' ? STARRED : string, [
        lastOf(strings[code[at + 2] ?? 0] ?? ''),
        name === '*' ? '' : name,
      ]);
    }
  }
  return found;
}

function lastOf(dotted: string): string {
  return dotted.slice(dotted.lastIndexOf('.') + 1);
}
