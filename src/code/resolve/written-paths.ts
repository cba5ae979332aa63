/**
 * Paths that a function writes to: `oven.heat = f`, `table['a'] = f`, `global hook; hook = f`, and what the functions that it
 * calls write. Each path starts at a parameter, at a module or at a function around it, so that a caller can tell what of its own
 * it is. Asked when edges are drawn (`last-writes.ts`); no values rest on it.
 *
 * Other names of the same object, and what is written through containers, are not followed.
 */
import { Op } from '../code.js';
import { substituted } from './calls.js';
import { answeredList, listAnswer } from './classes.js';
import { blockAt, type FileIndex, SymbolFlag, scopeAt } from './file-index.js';
import { defaultOf } from './makings.js';
import { constructionOf } from './members.js';
import { OPEN, passedRef, placeOf } from './passing.js';
import { extended, keyText, pathOf, pathOfName, type RootedPath } from './rooted-paths.js';
import { type FileUnit, Query, type Session } from './session.js';
import { nextInScope } from './stream.js';
import { Kind } from './value-kinds.js';
import { EMPTY_SET, NONE_SET, type SetId, setOf, type ValueId } from './value-table.js';

/** What is written to a path. */
export interface Write extends RootedPath {
  readonly value: SetId;
  /** Whether the function always writes it. */
  readonly isSure: boolean;
}

/** Longer functions are data, and nobody looks what they write. */
const LENGTH_MAX = 4000;

/** What the instruction at a position writes by itself; undefined when it writes nothing that has a path. */
export function writtenAt(
  s: Session,
  file: FileUnit,
  at: number,
): (RootedPath & { readonly value: SetId }) | undefined {
  const { code, names, facts, symbols, symbolFlags } = file.index;
  let path: RootedPath | undefined;
  switch (code[at]) {
    case Op.SET_ATTRIBUTE:
    case Op.ANNOTATE_ATTRIBUTE:
      path = extended(pathOf(s, file, code[at + 1] ?? 0), `.${facts.code.strings[code[at + 2] ?? 0] ?? ''}`);
      break;
    case Op.SET_ITEM: {
      const key = keyText(file.index, code[at + 2] ?? 0);
      path = key === undefined ? undefined : extended(pathOf(s, file, code[at + 1] ?? 0), key);
      break;
    }
    case Op.BIND: {
      const scope = scopeAt(file.index, at);
      const name = names[code[at + 1] ?? 0] ?? 0;
      const symbol = symbols.find(scope, name);
      const isElsewhere = ((symbolFlags[symbol] ?? 0) & (SymbolFlag.GLOBAL | SymbolFlag.NONLOCAL)) !== 0;
      path = scope === 0 || isElsewhere ? pathOfName(s, file, scope, name) : undefined;
      break;
    }
  }
  return path === undefined ? undefined : { ...path, value: s.eventValue(file, at) };
}

/** WRITES: a flag, then roots, paths, values and NONE for what is sure, in turn, as sets. */
export function writesOf(s: Session, file: FileUnit, definition: number): SetId {
  const { index } = file;
  const scope = index.definitionScope[definition] ?? 0;
  const start = index.scopes.start[scope] ?? 0;
  const end = index.scopes.end[scope] ?? 0;
  if (end - start > LENGTH_MAX) return listAnswer(s, [0]);
  const own = s.values.value(Kind.FUNCTION, file.number, definition);
  const body = index.scopes.block[scope] ?? 0;
  let direct: Write[] = [];
  const indirect: Write[] = [];
  let mayHaveLeft = false;
  for (let at = start; at < end; at = nextInScope(index, at)) {
    if (index.code[at] === Op.EXIT) mayHaveLeft = true;
    const written = writtenAt(s, file, at);
    if (written === undefined && index.code[at] !== Op.CALL) continue;
    const isSure = !mayHaveLeft && blockAt(index, at) === body;
    if (written !== undefined) {
      if (isSure) direct = direct.filter((each) => !isSamePath(each, written));
      direct.push({ ...written, isSure });
    } else {
      for (const write of writtenByCall(s, file, at))
        indirect.push({ ...write, isSure: isSure && write.isSure });
    }
  }
  const all = [...direct, ...indirect].filter(({ root }) => root !== own);
  return listAnswer(s, all.length === 0 ? [0] : [1, ...flattened(s, all)]);
}

function isSamePath(x: RootedPath, y: RootedPath): boolean {
  return x.root === y.root && x.path === y.path;
}

/** One entry for each path, in an order that does not depend on when they were met. */
function flattened(s: Session, writes: readonly Write[]): number[] {
  const joined = new Map<string, Write>();
  for (const write of writes) {
    const key = `${write.root} ${write.path}`;
    const before = joined.get(key);
    const value = s.values.union(before?.value ?? EMPTY_SET, write.value);
    joined.set(key, { ...write, value, isSure: write.isSure || before?.isSure === true });
  }
  const list = [...joined.values()].sort((x, y) => comparePaths(s, x, y));
  return list.flatMap(({ root, path, value, isSure }) => [
    setOf(root),
    s.values.single(Kind.TEXT, s.names.id(path)),
    value,
    isSure ? NONE_SET : EMPTY_SET,
  ]);
}

function comparePaths({ values }: Session, x: RootedPath, y: RootedPath): number {
  if (x.path !== y.path) return x.path < y.path ? -1 : 1;
  return (
    values.kind(x.root) - values.kind(y.root) ||
    values.a(x.root) - values.a(y.root) ||
    values.b(x.root) - values.b(y.root)
  );
}

/** What the functions of the project that the CALL at a position calls write, in terms of where it stands. */
export function writtenByCall(s: Session, file: FileUnit, call: number): readonly Write[] {
  const { code } = file.index;
  const callee = code[call + 1] ?? 0;
  const receiver = code[callee] === Op.ATTRIBUTE ? pathOf(s, file, code[callee + 1] ?? 0) : undefined;
  const callees = s.values.elements(s.expand(s.evaluate(file, callee)));
  const found = callees.flatMap((value) => writtenByCallee(s, { file, call, receiver }, value));
  return callees.length === 1 ? found : found.map((write) => ({ ...write, isSure: false }));
}

/** What making the instance that a name is bound to writes to it, or entering it: `oven = Oven(f)`, `with Oven() as oven`. */
export function writtenByMaking(
  s: Session,
  file: FileUnit,
  ref: number,
  receiver: RootedPath,
): readonly Write[] {
  const { code } = file.index;
  const isEntered = code[ref] === Op.ENTER;
  const call = isEntered ? (code[ref + 1] ?? 0) : ref;
  const made = s.values.elements(s.evaluate(file, ref));
  const [instance = 0] = made;
  const isMade = code[call] === Op.CALL && made.length === 1 && s.values.kind(instance) === Kind.INSTANCE;
  const [maker = 0, ...others] = isMade ? s.values.elements(s.evaluate(file, code[call + 1] ?? 0)) : [];
  if (s.values.kind(maker) !== Kind.CLASS || others.length > 0) return [];
  const bound = (method: SetId): SetId =>
    s.values.flatMap(method, (each) => s.values.single(Kind.METHOD, each, instance));
  const inits = s.values.elements(bound(constructionOf(s, maker).init));
  const byInit =
    inits.length > 1 ? [] : inits.flatMap((each) => writtenByCallee(s, { file, call, receiver }, each));
  if (!isEntered) return byInit;
  return [...byInit, ...writtenByEntering(s, file, instance, receiver)];
}

/** What the `__enter__` of an instance writes to it. */
export function writtenByEntering(
  s: Session,
  file: FileUnit,
  instance: ValueId,
  receiver: RootedPath | undefined,
): readonly Write[] {
  const methods = s.values.elements(s.attribute(instance, s.names.id('__enter__')));
  if (methods.length > 1) return [];
  return methods.flatMap((each) => writtenByCallee(s, { file, call: -1, receiver }, each));
}

/** A call: `receiver` is the path of what its callee is a method of. */
interface CallSite {
  readonly file: FileUnit;
  readonly call: number;
  readonly receiver: RootedPath | undefined;
}

function writtenByCallee(s: Session, site: CallSite, callee: ValueId): Write[] {
  const { values } = s;
  const isBound = values.kind(callee) === Kind.METHOD;
  const target = isBound ? values.a(callee) : callee;
  const unit = values.kind(target) === Kind.FUNCTION ? s.files[values.a(target)] : undefined;
  if (unit === undefined || unit.index.facts.definitions[values.b(target)]?.isAsync === true) return [];
  const [flag = 0, ...rest] = answeredList(s, s.ask(Query.WRITES, unit, values.b(target)));
  if (flag === 0) return [];
  const scope = unit.index.definitionScope[values.b(target)] ?? 0;
  const { file, call } = site;
  const passed = { file, call, leading: isBound ? [setOf(values.b(callee))] : [] };
  const found: Write[] = [];
  for (let i = 0; i < rest.length; i += 4) {
    const root = (rest[i] ?? 0) >> 1;
    const isPassed = values.kind(root) === Kind.PARAMETER && values.a(root) === unit.number;
    const isOwn = isPassed && scopeAt(unit.index, values.b(root)) === scope;
    const start = isOwn
      ? passedPath(s, site, isBound, { index: unit.index, position: values.b(root) })
      : { root, path: '' };
    if (start === undefined) continue;
    const path = start.path + s.names.text(values.a((rest[i + 1] ?? 0) >> 1));
    const given = substituted(s, rest[i + 2] ?? EMPTY_SET, { file: unit, scope }, passed);
    const value = withDefaults(s, given, unit, scope);
    found.push({ root: start.root, path, value, isSure: rest[i + 3] === NONE_SET });
  }
  return found;
}

/** A set with what stands for parameters of the called function, which nothing is passed for, replaced by their defaults. */
function withDefaults(s: Session, set: SetId, unit: FileUnit, scope: number): SetId {
  return s.values.flatMap(set, (value) => {
    const isParameter = s.values.kind(value) === Kind.PARAMETER && s.values.a(value) === unit.number;
    const isOwn = isParameter && scopeAt(unit.index, s.values.b(value)) === scope;
    return isOwn ? defaultOf(s, unit, s.values.b(value)) : setOf(value);
  });
}

/** The path that a call passes for a parameter. */
function passedPath(
  s: Session,
  { file, call, receiver }: CallSite,
  isBound: boolean,
  { index, position }: { readonly index: FileIndex; readonly position: number },
): RootedPath | undefined {
  const place = placeOf(index, position);
  if (place === undefined) return undefined;
  if (isBound && place.place === 0) return receiver;
  const ref = call < 0 ? 0 : passedRef(file.index, call, { ...place, isMethod: isBound });
  return ref === OPEN || ref === 0 ? undefined : pathOf(s, file, ref);
}
