/**
 * What other files change of a module's things: its attributes, attributes of its classes and their instances, and what its
 * containers hold. Where to look is told by syntax (`patched-names.ts`), what is there by the values of those files. Tests that
 * put something in a thing's place say nothing of what it is when they do not run.
 */
import { Op } from '../code.js';
import { TEST_CODE } from '../test-paths.js';
import { ADDING } from './adding-methods.js';
import { argumentAt, argumentCount } from './arguments.js';
import { aliasesOf, patchHash } from './callers.js';
import { answeredList, listAnswer } from './classes.js';
import { type FileIndex, Occurrence, occurrencesOf } from './file-index.js';
import { runsFirst } from './first-statements.js';
import { readsUnder } from './literal-reads.js';
import { baseName, directoryOf } from './modules.js';
import { findName } from './name-search.js';
import { changesOf } from './patched-names.js';
import { literalKey } from './path-keys.js';
import { type FileUnit, Query, type Session } from './session.js';
import { Kind } from './value-kinds.js';
import { EMPTY_SET, NONE_SET, type SetId, setOf, type ValueId } from './value-table.js';

/** The files that may change things of a file. */
export function patchersOf(s: Session, file: FileUnit): readonly FileUnit[] {
  if (file.patchers !== undefined) return file.patchers;
  const hash = patchHash(moduleName(file));
  file.callersAsked.add(hash);
  const isTest = TEST_CODE.test(file.path);
  file.patchers = s.callers.of(hash, file.number).flatMap((number) => {
    const unit = s.files[number];
    return unit === undefined || (!isTest && TEST_CODE.test(unit.path)) ? [] : [unit];
  });
  return file.patchers;
}

/** The last name of a file's module. */
function moduleName({ path }: FileUnit): string {
  const name = baseName(path);
  return name.startsWith('__init__.') ? baseName(directoryOf(path)) : name.replace(/\.pyi?$/, '');
}

/**
 * Whether an instruction of a file changes, as syntax tells, something that it imports by the name of the owner's module. Values are
 * asked for these alone: what each `self` of a file may be leads through the whole project.
 */
function changes(s: Session, file: FileUnit, at: number, owner: ValueId): boolean {
  const unit = s.files[s.values.a(owner)];
  return unit !== undefined && changesIn(s, file).get(at)?.includes(moduleName(unit)) === true;
}

function changesIn(s: Session, file: FileUnit): ReadonlyMap<number, readonly string[]> {
  file.changes ??= changesOf(file.index, (id) => s.names.text(id));
  return file.changes;
}

/** What other files set an attribute to. */
export interface Patch {
  /** What the thing itself gets, and what instances of it get. */
  readonly own: SetId;
  readonly ofInstances: SetId;
  /** Whether nobody gets to see what was there before. */
  readonly isFirst: boolean;
}

/** Whether they really set it, as far as values tell: to be asked when edges are drawn. */
export function isPatched({ own, isFirst }: Patch): boolean {
  return isFirst || own !== EMPTY_SET;
}

export const NO_PATCH: Patch = { own: EMPTY_SET, ofInstances: EMPTY_SET, isFirst: false };

/**
 * What other files set the attribute of a MODULE or CLASS of the file to, or of instances of the class. Whether they set it, and
 * first, is told before any value is asked for: a value that rests on itself would else keep what is to be hidden.
 */
export function patchOf(s: Session, file: FileUnit, owner: ValueId, name: number): Patch {
  let patch = NO_PATCH;
  const module = s.names.id(moduleName(file));
  for (const unit of patchersOf(s, file)) {
    if (!s.namesIn(s.ask(Query.CHANGED, unit, module)).has(name)) continue;
    const isFirst = s.ask(Query.PATCHED_FIRST, unit, name, owner) === NONE_SET;
    const [, own = EMPTY_SET, ofInstances = EMPTY_SET] = answeredList(
      s,
      s.ask(Query.PATCHED, unit, name, owner),
    );
    patch = {
      own: s.values.union(patch.own, own),
      ofInstances: s.values.union(patch.ofInstances, ofInstances),
      isFirst: patch.isFirst || isFirst,
    };
  }
  return patch;
}

/** CHANGED: told by syntax, since nearly every name that a module's functions read is asked for. */
export function changedNames(s: Session, file: FileUnit, module: number): SetId {
  const { code, names } = file.index;
  const found = new Set<number>();
  for (const [at, imported] of changesIn(s, file)) {
    if (!imported.includes(s.names.text(module))) continue;
    const text = code[at] === Op.CALL && code[at + 3] === 3 ? (code[at + 5] ?? 0) : 0;
    const isSet = code[at] === Op.SET_ATTRIBUTE || code[at] === Op.ANNOTATE_ATTRIBUTE;
    if (isSet) found.add(names[code[at + 2] ?? 0] ?? 0);
    else if (code[text] === Op.STRING) found.add(names[code[text + 1] ?? 0] ?? 0);
  }
  return listAnswer(
    s,
    [...found]
      .map((name) => s.names.text(name))
      .sort()
      .map((text) => s.names.id(text)),
  );
}

/** PATCHED_FIRST: NONE when the file sets it before anything can have read what was there. */
export function patchedFirst(s: Session, file: FileUnit, name: number, owner: ValueId): SetId {
  const isFirst = settingsOf(s, file, name).some(
    ({ at, receiver }) =>
      changes(s, file, at, owner) && isUnseenBefore(s, file, { at, receiver, owner, name }),
  );
  return isFirst ? NONE_SET : EMPTY_SET;
}

/** PATCHED: a flag, then what the owner itself and what instances of it are given. */
export function patchedIn(s: Session, file: FileUnit, name: number, owner: ValueId): SetId {
  const { code } = file.index;
  const given = { itself: EMPTY_SET as SetId, instance: EMPTY_SET as SetId };
  for (const { at, receiver } of settingsOf(s, file, name)) {
    const as = changes(s, file, at, owner) ? receivesAs(s, file, receiver, owner) : 'none';
    if (as === 'none') continue;
    const value = code[at] === Op.CALL ? s.evaluate(file, code[at + 6] ?? 0) : s.eventValue(file, at);
    given[as] = s.values.union(given[as], value);
  }
  return listAnswer(s, [1, given.itself, given.instance]);
}

/** What a file puts in place of a member of one of its own classes before anything can have used that; undefined when it does not. */
export function replacedHere(s: Session, file: FileUnit, owner: ValueId, name: number): SetId | undefined {
  let set: SetId | undefined;
  for (const { at, receiver } of settingsOf(s, file, name)) {
    if (!isUnseenBefore(s, file, { at, receiver, owner, name })) continue;
    const { code } = file.index;
    const value = code[at] === Op.CALL ? s.evaluate(file, code[at + 6] ?? 0) : s.eventValue(file, at);
    set = s.values.union(set ?? EMPTY_SET, value);
  }
  return set;
}

/** SET_ATTRIBUTEs of a name and calls `setattr(receiver, 'name', value)`. */
function settingsOf(
  s: Session,
  { index }: FileUnit,
  name: number,
): { readonly at: number; readonly receiver: number }[] {
  const { code, names } = index;
  const set = occurrencesOf(index, Occurrence.SET, name).map((at) => ({ at, receiver: code[at + 1] ?? 0 }));
  const calls = occurrencesOf(index, Occurrence.CALL, s.names.setattr).flatMap((at) => {
    const text = code[at + 5] ?? 0;
    const isSame =
      code[at] === Op.CALL &&
      code[at + 3] === 3 &&
      code[text] === Op.STRING &&
      names[code[text + 1] ?? 0] === name;
    return isSame ? [{ at, receiver: code[at + 4] ?? 0 }] : [];
  });
  return [...set, ...calls];
}

/** Whether an attribute is set before anybody can have read it: by syntax and imports alone. */
function isUnseenBefore(
  s: Session,
  file: FileUnit,
  set: { readonly at: number; readonly receiver: number; readonly owner: ValueId; readonly name: number },
): boolean {
  const isItself = s.classValue(file, set.receiver) === setOf(set.owner);
  return isItself && !file.callSites.isHandedOn(set.name, true) && runsFirst(s, file, set.at);
}

/** As what the expression at `ref` may be the owner: itself, or an instance of it. */
function receivesAs(s: Session, file: FileUnit, ref: number, owner: ValueId): 'itself' | 'instance' | 'none' {
  let found: 'itself' | 'none' = 'none';
  for (const value of s.values.elements(s.expand(s.evaluate(file, ref)))) {
    if (value === owner) found = 'itself';
    if (s.values.kind(owner) !== Kind.CLASS) continue;
    const kind = s.values.kind(value);
    const isSame = s.values.a(value) === s.values.a(owner) && s.values.b(value) === s.values.b(owner);
    if (isSame && (kind === Kind.INSTANCE || kind === Kind.DECLARED)) return 'instance';
    if (isSame && kind === Kind.SUBCLASS) found = 'itself';
  }
  return found;
}

/** MANY: the elements of the values are put in, or all that they hold by key. */
export const PutAs = { ONE: EMPTY_SET, MANY: NONE_SET } as const;

/** What a file puts into a container of another one: keys and values. */
export interface PutItem {
  /** EMPTY_SET for what is put in without a key. */
  readonly keys: SetId;
  readonly values: SetId;
  /** A PutAs. */
  readonly how: SetId;
}

const NO_ITEMS: readonly PutItem[] = [];

/** What other files put into the container made at `at` of a file, which is bound to the names there. */
export function putByOthers(
  s: Session,
  file: FileUnit,
  at: number,
  names: readonly number[],
): readonly PutItem[] {
  const patchers = names.length === 0 ? [] : patchersOf(s, file);
  if (patchers.length === 0) return NO_ITEMS;
  const container = s.values.value(Kind.CONTAINER, file.number, at);
  return patchers.flatMap((unit) =>
    names.flatMap((name) => {
      const [flag = 0, ...sets] = answeredList(s, s.ask(Query.PUT, unit, name, container));
      if (flag === 0) return [];
      return Array.from({ length: sets.length / 3 }, (_, i) => ({
        keys: sets[i * 3] ?? EMPTY_SET,
        values: sets[i * 3 + 1] ?? EMPTY_SET,
        how: sets[i * 3 + 2] ?? PutAs.ONE,
      }));
    }),
  );
}

/** PUT: a flag, then keys, values and a PutAs, in turn. */
export function putIn(s: Session, file: FileUnit, name: number, container: ValueId): SetId {
  const { code } = file.index;
  const aliases = aliasesOf(file.index, name);
  const isHeld = (ref: number): boolean => s.values.has(s.expand(s.evaluate(file, ref)), container);
  const list: SetId[] = [];
  for (const alias of aliases) {
    for (const at of occurrencesOf(file.index, Occurrence.ITEM, alias)) {
      if (!changes(s, file, at, container) || !isHeld(code[at + 1] ?? 0)) continue;
      list.push(s.evaluate(file, code[at + 2] ?? 0), s.evaluate(file, code[at + 3] ?? 0), PutAs.ONE);
    }
  }
  for (const adding of ADDING) {
    for (const call of occurrencesOf(file.index, Occurrence.CALL, s.names.id(adding[0]))) {
      const callee = code[call + 1] ?? 0;
      const isMethod = code[call] === Op.CALL && code[callee] === Op.ATTRIBUTE;
      const receiver = isMethod ? (code[callee + 1] ?? 0) : 0;
      const isNamed = isMethod && aliases.includes(lastName(file.index, receiver));
      if (isNamed && changes(s, file, call, container) && isHeld(receiver))
        list.push(...putByCall(s, file, call, adding));
    }
  }
  return listAnswer(s, list.length === 0 ? [0] : [1, ...list]);
}

/** The literal keys under which other files put something into the same container before anybody can have read what was there. */
export function keysPutFirst(s: Session, file: FileUnit, at: number, names: readonly number[]): SetId {
  const container = s.values.value(Kind.CONTAINER, file.number, at);
  let set: SetId = EMPTY_SET;
  for (const unit of names.length === 0 ? [] : patchersOf(s, file)) {
    for (const name of names) set = s.values.union(set, s.ask(Query.PUT_FIRST, unit, name, container));
  }
  return set;
}

/** PUT_FIRST: the literal keys under which a file puts something first of all; told before any value is, as for attributes. */
export function putFirst(s: Session, file: FileUnit, name: number, container: ValueId): SetId {
  const { code } = file.index;
  return aliasesOf(file.index, name)
    .flatMap((alias) => occurrencesOf(file.index, Occurrence.ITEM, alias))
    .filter((at) => changes(s, file, at, container) && replacesItem(s, file, at))
    .reduce((set, at) => s.values.union(set, s.evaluate(file, code[at + 2] ?? 0)), EMPTY_SET);
}

/** Whether a SET_ITEM under a literal key of what is imported comes before anybody can have read what was there. */
function replacesItem(s: Session, file: FileUnit, at: number): boolean {
  const { code } = file.index;
  const base = code[at + 1] ?? 0;
  const key = literalKey(file.index, code[at + 2] ?? 0);
  const root = code[base] === Op.ATTRIBUTE ? (code[base + 1] ?? 0) : base;
  if (key === undefined || !isImported(file.index, root) || !runsFirst(s, file, at)) return false;
  return !readsUnder(file, key).some((read) => read.at < at);
}

/** Whether an expression is a name that an import binds and nothing else. */
function isImported(index: FileIndex, ref: number): boolean {
  const { code, names } = index;
  if (code[ref] !== Op.NAME) return false;
  let isEach = true;
  const isOpen = findName(index, ref, names[code[ref + 1] ?? 0] ?? 0, false, ({ events }) => {
    isEach &&= events.every((event) => code[event] === Op.IMPORT || code[event] === Op.FROM_IMPORT);
  });
  return isEach && !isOpen;
}

function lastName({ code, names }: FileIndex, ref: number): number {
  const string =
    code[ref] === Op.NAME ? code[ref + 1] : code[ref] === Op.ATTRIBUTE ? code[ref + 2] : undefined;
  return string === undefined ? 0 : (names[string] ?? 0);
}

function putByCall(
  s: Session,
  file: FileUnit,
  call: number,
  [name, place, isMany]: (typeof ADDING)[number],
): SetId[] {
  const { code, names } = file.index;
  const list: SetId[] = [];
  const key = name === 'setdefault' ? argumentAt(file.index, call, 0) : 0;
  let count = 0;
  for (let i = 0; i < argumentCount(file.index, call); i++) {
    const ref = argumentAt(file.index, call, i);
    if (code[ref] === Op.KEYWORD) {
      const text = s.values.single(Kind.TEXT, names[code[ref + 1] ?? 0] ?? 0);
      if (isMany) list.push(text, s.evaluate(file, code[ref + 2] ?? 0), PutAs.ONE);
    } else if (count++ === place) {
      const keys = key === 0 ? EMPTY_SET : s.evaluate(file, key);
      list.push(keys, s.evaluate(file, ref), isMany ? PutAs.MANY : PutAs.ONE);
    }
  }
  return list;
}
