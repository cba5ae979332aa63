/**
 * Queries written down, so that another run can ask them again: a letter for the kind, then names. A key that names something
 * that is gone asks nothing.
 */
import { anchorOf, definitionNamed, positionOf } from './anchors.js';
import { type FileUnit, Query, type Session } from './session.js';
import { INTEGER_BIAS, Kind } from './value-kinds.js';

/** What the two arguments of a query are. */
type Shape =
  | 'name, parameter'
  | 'name, owner'
  | 'name'
  | 'definition'
  | 'definition, name'
  | 'place'
  | 'place, key'
  | 'class'
  | 'nothing';

/** How each kind of query is written down: no two by one letter. */
export const FORMS: ReadonlyMap<Query, readonly [letter: string, shape: Shape]> = new Map<
  Query,
  readonly [string, Shape]
>([
  [Query.EXPORT, ['e', 'name']],
  [Query.GIVEN, ['x', 'nothing']],
  [Query.OWN, ['m', 'definition, name']],
  [Query.LOOKUP, ['c', 'definition, name']],
  [Query.CONSTRUCTION, ['k', 'definition']],
  [Query.BASES, ['b', 'definition']],
  [Query.MRO, ['o', 'definition']],
  [Query.METHOD_NAMES, ['n', 'definition']],
  [Query.FIELD_NAMES, ['f', 'definition']],
  [Query.RETURN, ['r', 'definition']],
  [Query.YIELD, ['y', 'definition']],
  [Query.LAMBDA_RETURN, ['l', 'place']],
  [Query.PARAMETER, ['p', 'place']],
  [Query.ELEMENTS, ['E', 'place']],
  [Query.KEYS, ['K', 'place']],
  [Query.ITEM, ['I', 'place, key']],
  [Query.BINDING, ['B', 'place']],
  [Query.TYPE, ['T', 'place']],
  [Query.HEAD, ['H', 'place']],
  [Query.DEFINES, ['d', 'name']],
  [Query.STAR_MODULES, ['s', 'nothing']],
  [Query.CLASS_EXPORT, ['C', 'name']],
  [Query.CLASS_BINDING, ['D', 'place']],
  [Query.CLASS_MEMBER, ['M', 'definition, name']],
  [Query.TYPE_NAMES, ['N', 'definition']],
  [Query.TYPE_ARGUMENT, ['A', 'definition, name']],
  [Query.VALUE, ['v', 'place']],
  [Query.CLASS_VALUE, ['V', 'place']],
  [Query.MADE, ['g', 'definition']],
  [Query.FIXTURE, ['F', 'name']],
  [Query.DERIVED, ['q', 'definition']],
  [Query.PASSED, ['P', 'name, parameter']],
  [Query.ARRIVING, ['a', 'place']],
  [Query.RECEIVED, ['R', 'name, parameter']],
  [Query.LITERALS, ['L', 'place']],
  [Query.LITERALS_PASSED, ['S', 'name, parameter']],
  [Query.SENT, ['t', 'definition']],
  [Query.DELEGATES, ['G', 'definition']],
  [Query.FORWARDED, ['W', 'definition']],
  [Query.OMITTED, ['O', 'place']],
  [Query.WRITES, ['w', 'definition']],
  [Query.PAIRED, ['i', 'place, key']],
  [Query.OMITTED_BY, ['U', 'name, parameter']],
  [Query.DERIVING, ['h', 'class']],
  [Query.METACLASS, ['u', 'definition']],
  [Query.LAZY, ['Y', 'name']],
  [Query.INSTALLED, ['Z', 'name']],
  [Query.BESIDE, ['z', 'definition']],
  [Query.FACTORY, ['J', 'place']],
  [Query.FIELD_FACTORIES, ['X', 'definition']],
  [Query.FUNCTION_ATTRIBUTE, ['Q', 'definition, name']],
  [Query.PATCHED, ['j', 'name, owner']],
  [Query.PATCHED_FIRST, ['9', 'name, owner']],
  [Query.PUT_FIRST, ['0', 'name, owner']],
  [Query.PROGRAM, ['+', 'nothing']],
  [Query.PRESENT, ['6', 'place, key']],
  [Query.CHANGED, ['7', 'name']],
  [Query.CALLED, ['8', 'nothing']],
  [Query.RAISED, ['4', 'definition']],
  [Query.BOUND, ['3', 'name']],
  [Query.EARLY, ['2', 'name, owner']],
  [Query.PUT, ['1', 'name, owner']],
  [Query.VERDICT, ['5', 'definition, name']],
]);
const KINDS: ReadonlyMap<string, Query> = new Map([...FORMS].map(([kind, [letter]]) => [letter, kind]));

/** Keys hold no white space but what stands in a key of a dictionary, which is written as in an address. */
export function queryKey(s: Session, query: number): string {
  const { solver, names } = s;
  const file = s.files[solver.fileOf(query)];
  const form = FORMS.get(solver.kindOf(query) as Query);
  if (file === undefined || form === undefined) throw new Error(`Query ${query} cannot be written down`);
  const [letter, shape] = form;
  const a = solver.a(query);
  const b = solver.b(query);
  const qualname = (): string => file.index.facts.definitions[a]?.qualname ?? '';
  switch (shape) {
    case 'nothing':
      return letter;
    case 'name':
      return letter + names.text(a);
    case 'name, parameter':
      return `${letter}${names.text(a)}:${parameterText(s, b)}`;
    case 'name, owner':
      return `${letter}${names.text(a)}:${ownerText(s, b)}`;
    case 'definition':
      return letter + qualname();
    case 'definition, name':
      return `${letter}${qualname()}:${names.text(b)}`;
    case 'place':
      return letter + anchorOf(file.index, names, a);
    case 'place, key':
      return `${letter}${anchorOf(file.index, names, a)}:${literalText(s, b)}`;
    case 'class':
      return letter + classText(s, a);
  }
}

/** `slot` of a MODULE, `slot.qualname` of a CLASS or FUNCTION, `slot@anchor` of a CONTAINER. */
function ownerText(s: Session, owner: number): string {
  const unit = s.files[s.values.a(owner)];
  if (unit === undefined) return '';
  const slot = unit.slot.toString(36);
  if (s.values.kind(owner) === Kind.CLASS || s.values.kind(owner) === Kind.FUNCTION)
    return classText(s, owner);
  return s.values.kind(owner) === Kind.MODULE
    ? slot
    : `${slot}@${anchorOf(unit.index, s.names, s.values.b(owner))}`;
}

function ownerNamed(s: Session, text: string): number {
  const [slot = '', anchor] = text.split('@');
  if (anchor === undefined && slot.includes('.')) return definitionValue(s, text);
  const unit = s.fileInSlot(Number.parseInt(slot, 36));
  if (unit === undefined) return -1;
  if (anchor === undefined) return s.values.value(Kind.MODULE, unit.number);
  const position = positionOf(unit.index, s.names, anchor);
  return position < 0 ? -1 : s.values.value(Kind.CONTAINER, unit.number, position);
}

function definitionValue(s: Session, text: string): number {
  const value = classNamed(s, text);
  if (value < 0) return value;
  const unit = s.files[s.values.a(value)];
  const isClass = unit?.index.facts.definitions[s.values.b(value)]?.kind === 'class';
  return isClass ? value : s.values.value(Kind.FUNCTION, s.values.a(value), s.values.b(value));
}

/** `slot.qualname` of a CLASS. */
function classText(s: Session, value: number): string {
  const unit = s.files[s.values.a(value)];
  const qualname = unit?.index.facts.definitions[s.values.b(value)]?.qualname;
  return unit === undefined || qualname === undefined ? '' : `${unit.slot.toString(36)}.${qualname}`;
}

function classNamed(s: Session, text: string): number {
  const dot = text.indexOf('.');
  const unit = s.fileInSlot(Number.parseInt(text.slice(0, dot), 36));
  const definition = unit === undefined ? -1 : definitionNamed(unit.index, text.slice(dot + 1));
  return unit === undefined || definition < 0 ? -1 : s.values.value(Kind.CLASS, unit.number, definition);
}

/** `slot.anchor`: the file's slot and the place of the PARAMETER in it. */
function parameterText(s: Session, parameter: number): string {
  const unit = s.files[s.values.a(parameter)];
  if (unit === undefined) return '';
  return `${unit.slot.toString(36)}.${anchorOf(unit.index, s.names, s.values.b(parameter))}`;
}

function parameterNamed(s: Session, text: string): number {
  const dot = text.indexOf('.');
  const unit = s.fileInSlot(Number.parseInt(text.slice(0, dot), 36));
  const position = unit === undefined ? -1 : positionOf(unit.index, s.names, text.slice(dot + 1));
  if (unit === undefined || position < 0) return -1;
  return s.values.value(Kind.PARAMETER, unit.number, position);
}

function literalText(s: Session, value: number): string {
  const a = s.values.a(value);
  return s.values.kind(value) === Kind.INTEGER
    ? `${a - INTEGER_BIAS}`
    : `'${s.names.text(a).replace(/[\s%:]/gu, escaped)}`;
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** The query that a key names in this run; undefined when what it is about is gone. */
export function queryOf(s: Session, file: FileUnit, key: string): number | undefined {
  const kind = KINDS.get(key.charAt(0));
  const shape = kind === undefined ? undefined : FORMS.get(kind)?.[1];
  if (kind === undefined || shape === undefined) return undefined;
  const found = argumentsOf(s, file, shape, key.slice(1));
  if (found === undefined) return undefined;
  const [a, b] = found;
  return file.query(s.solver, kind, a, b);
}

function argumentsOf(
  s: Session,
  file: FileUnit,
  shape: Shape,
  text: string,
): readonly [a: number, b: number] | undefined {
  const colon = text.lastIndexOf(':');
  const head = colon === -1 ? text : text.slice(0, colon);
  const tail = text.slice(colon + 1);
  switch (shape) {
    case 'nothing':
      return [0, 0];
    case 'name':
      return [s.names.id(text), 0];
    case 'name, parameter': {
      const parameter = parameterNamed(s, tail);
      return parameter < 0 ? undefined : [s.names.id(head), parameter];
    }
    case 'name, owner': {
      const owner = ownerNamed(s, tail);
      return owner < 0 ? undefined : [s.names.id(head), owner];
    }
    case 'definition':
      return found(definitionNamed(file.index, text), 0);
    case 'definition, name':
      return found(definitionNamed(file.index, head), s.names.id(tail));
    case 'place':
      return found(positionOf(file.index, s.names, text), 0);
    case 'place, key':
      return found(positionOf(file.index, s.names, head), literalValue(s, tail));
    case 'class':
      return found(classNamed(s, text), 0);
  }
}

function found(a: number, b: number): readonly [number, number] | undefined {
  return a < 0 ? undefined : [a, b];
}

function literalValue(s: Session, text: string): number {
  if (!text.startsWith("'")) return s.values.value(Kind.INTEGER, Number(text) + INTEGER_BIAS);
  return s.values.value(Kind.TEXT, s.names.id(unescaped(text.slice(1))));
}

function unescaped(text: string): string {
  return text.replace(/%([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
