/**
 * What other places say of a definition: a URL configuration routes to it, a signal is connected to it, `__all__` offers it, a
 * script is made of it. Found where it is said, and marked on the node of the definition, wherever that stands: each file keeps
 * what it registers, and a file of which something else is said than before is linked again.
 */
import { addTo } from '../../kernel/groups.js';
import { Op } from '../code.js';
import { argumentAt, argumentCount } from './arguments.js';
import { answeredList } from './classes.js';
import { hasAllNames } from './exports.js';
import { KEPT } from './framework-keepers.js';
import { knownName } from './known.js';
import type { ModuleTable } from './modules.js';
import { type Arguments, type FileUnit, Query, type Session } from './session.js';
import { shortHash } from './short-hash.js';
import { Kind } from './value-kinds.js';
import { type SetId, setOf, type ValueId } from './value-table.js';

/** A definition, by its file's slot, and in a few words how it is reached. */
export interface Registered {
  readonly slot: number;
  readonly qualname: string;
  readonly label: string;
}

/** Of what a file calls at its top when it is run. */
export const RUN_AS_SCRIPT = 'script (__main__)';
const OFFERED = 'public API (__all__)';

/** A function of the project that packaging makes a command of, or a plugin of a `group`: `oven = "bakery.cli:main"`. */
export interface ScriptEntry {
  readonly name: string;
  readonly group?: string;
  readonly module: string;
  /** Dotted, below the module. */
  readonly attribute: string;
}

export function isMainModule(path: string): boolean {
  return path === '__main__.py' || path.endsWith('/__main__.py');
}

/** The definitions among the arguments of a call that the callee keeps, to call them later. */
export function keptByCall(
  s: Session,
  passed: Arguments,
  callees: SetId,
): readonly { readonly target: ValueId; readonly label: string }[] {
  const found: { readonly target: ValueId; readonly label: string }[] = [];
  for (const value of s.values.elements(callees)) {
    const keeper = KEPT.get(knownName(s, value));
    if (keeper === undefined) continue;
    for (const ref of keptRefs(passed, keeper)) {
      const kept = keptValue(s, passed.file, ref);
      for (const target of definitionsIn(s, kept)) found.push({ target, label: keeper.label });
    }
  }
  return found;
}

type Keeper = NonNullable<ReturnType<(typeof KEPT)['get']>>;

/** Positions of the arguments that are kept. */
function keptRefs({ file, call }: Arguments, { places, keywords }: Keeper): readonly number[] {
  const { code, facts } = file.index;
  const refs: number[] = [];
  for (let place = 0; place < argumentCount(file.index, call); place++) {
    const ref = argumentAt(file.index, call, place);
    const isKeyword = code[ref] === Op.KEYWORD;
    const name = isKeyword ? (facts.code.strings[code[ref + 1] ?? 0] ?? '') : '';
    if (isKeyword ? keywords.includes(name) : places.includes(place)) {
      refs.push(isKeyword ? (code[ref + 2] ?? 0) : ref);
    }
  }
  return refs;
}

/** What an argument is; of `View.as_view()` the class. */
function keptValue(s: Session, file: FileUnit, ref: number): SetId {
  const { code, facts } = file.index;
  const callee = code[ref] === Op.CALL ? (code[ref + 1] ?? 0) : 0;
  const isView = code[callee] === Op.ATTRIBUTE && facts.code.strings[code[callee + 2] ?? 0] === 'as_view';
  return s.evaluate(file, isView ? (code[callee + 1] ?? 0) : ref);
}

/** The functions and classes of the project that values stand for. */
function definitionsIn(s: Session, set: SetId): readonly ValueId[] {
  return s.values.elements(s.expand(set)).flatMap((value) => {
    switch (s.values.kind(value)) {
      case Kind.FUNCTION:
        return [value];
      case Kind.CLASS:
        return [s.values.value(Kind.CLASS, s.values.a(value), s.values.b(value))];
      case Kind.METHOD:
      case Kind.STATIC_METHOD:
      case Kind.CLASS_METHOD:
      case Kind.PARTIAL:
        return definitionsIn(s, setOf(s.values.a(value)));
      default:
        return [];
    }
  });
}

/** What a module's `__all__` names, wherever it comes from. */
export function registeredByAll(s: Session, file: FileUnit): readonly Registered[] {
  if (!hasAllNames(s, file.index)) return [];
  return answeredList(s, s.ask(Query.GIVEN, file, 0)).flatMap((name) =>
    asRegistered(s, exported(s, file, name), OFFERED),
  );
}

/** What a module's attribute is, and what it names where a decorator has replaced that. */
function exported(s: Session, file: FileUnit, name: number): SetId {
  return s.values.union(s.ask(Query.CLASS_EXPORT, file, name), s.ask(Query.EXPORT, file, name));
}

function asRegistered(s: Session, set: SetId, label: string): readonly Registered[] {
  return definitionsIn(s, set).flatMap((value) => {
    const unit = s.files[s.values.a(value)];
    const qualname = unit?.index.facts.definitions[s.values.b(value)]?.qualname;
    return unit === undefined || qualname === undefined ? [] : [{ slot: unit.slot, qualname, label }];
  });
}

/** What packaging makes commands of, as far as it is in the project. */
export function registeredByScripts(s: Session, scripts: readonly ScriptEntry[]): readonly Registered[] {
  return scripts.flatMap(({ name, group, module, attribute }) => {
    const target = (s.modules satisfies ModuleTable).absolute(module, '');
    const unit = target.kind === 'file' ? s.fileAt(target.path) : undefined;
    if (unit === undefined) return [];
    const [first = '', second] = attribute.split('.');
    const values = s.solver.run(unit.number, () => exported(s, unit, s.names.id(first)));
    const label = group === undefined ? `pyproject script ${name}` : `entry point ${name} of ${group}`;
    const found = asRegistered(s, values, label);
    if (second === undefined) return found;
    return found.map((each) => ({ ...each, qualname: `${each.qualname}.${second}` }));
  });
}

/** Between runs a registration is a text: the slot, a hash of the qualified name, the words. */
export function registeredText({ slot, qualname, label }: Registered): string {
  return `${slot.toString(36)}:${shortHash(qualname)}:${label}`;
}

/** What a file registers as it is kept: sorted, each once. */
export function registeredTexts(registered: readonly Registered[]): readonly string[] {
  return [...new Set(registered.map(registeredText))].sort();
}

/** By slot, what is said of the file's definitions: `hash:label`, sorted, each once. */
export function saidBySlot(texts: Iterable<string>): ReadonlyMap<number, readonly string[]> {
  const said = new Map<number, Set<string>>();
  for (const text of texts) {
    const end = text.indexOf(':');
    const slot = Number.parseInt(text.slice(0, end), 36);
    const known = said.get(slot);
    if (known === undefined) said.set(slot, new Set([text.slice(end + 1)]));
    else known.add(text.slice(end + 1));
  }
  return new Map([...said].map(([slot, entries]) => [slot, [...entries].sort()]));
}

/** By the hash of a qualified name, all that is said of it. */
export function labelsOf(said: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const labels = new Map<string, string[]>();
  for (const entry of said) {
    const end = entry.indexOf(':');
    addTo(labels, entry.slice(0, end), entry.slice(end + 1));
  }
  return labels;
}

const APART = '; ';

/** Several ways to be reached in one text, what says most first. To be offered by `__all__` is said where nothing else is. */
export function joinedLabels(own: string, said: readonly string[]): string {
  const all = new Set([...own.split(APART), ...[...said].sort((a, b) => rank(a) - rank(b))]);
  const strong = [...all].filter((label) => label !== '' && label !== OFFERED);
  return strong.length === 0 ? OFFERED : strong.join(APART);
}

function rank(label: string): number {
  return label === RUN_AS_SCRIPT ? 1 : 0;
}
