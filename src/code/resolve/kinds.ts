/** What kind of class or function a definition is, as far as its bases and decorators prove it. */
import { Op } from '../code.js';
import type { Definition } from '../facts.js';
import { answeredList, decoratorRefs, externalAncestors } from './classes.js';
import { isPropertyName } from './decorators.js';
import { knownName } from './known.js';
import { PROTOCOLS } from './python-data.js';
import { type FileUnit, Query, type Session } from './session.js';
import { Kind } from './value-kinds.js';
import type { ValueId } from './value-table.js';

/** `function`, `method`, or what a known decorator makes of it. */
export function functionKind(s: Session, file: FileUnit, definition: number, facts: Definition): string {
  if (facts.decorators.length === 0) return facts.isMethod ? 'method' : 'function';
  for (const value of decoratorValues(s, file, definition)) {
    if (s.values.kind(value) === Kind.PROPERTY_PART) return s.names.text(s.values.b(value));
    const name = knownName(s, value);
    const known = FUNCTION_KINDS.get(name);
    if (known !== undefined) return known;
    if (facts.isMethod && isPropertyName(name)) return 'property';
  }
  return facts.isMethod ? 'method' : 'function';
}
const FUNCTION_KINDS: ReadonlyMap<string, string> = new Map([
  ['builtins.staticmethod', 'staticmethod'],
  ['abc.abstractstaticmethod', 'staticmethod'],
  ['builtins.classmethod', 'classmethod'],
  ['abc.abstractclassmethod', 'classmethod'],
  ['typing.overload', 'overload'],
  ['typing_extensions.overload', 'overload'],
]);

function decoratorValues(s: Session, file: FileUnit, definition: number): ValueId[] {
  const { index } = file;
  return [...decoratorRefs(index, index.definitionAt[definition] ?? 0)].flatMap((ref) => [
    ...s.values.elements(s.evaluate(file, index.code[ref + 1] ?? 0)),
  ]);
}

/** `class` when nothing more is proven. */
export function classKind(s: Session, file: FileUnit, definition: number): string {
  for (const name of decoratorNames(s, file, definition)) {
    const known = DECORATED_CLASSES.get(name);
    if (known !== undefined) return known;
  }
  const self = s.values.value(Kind.CLASS, file.number, definition);
  if (directBases(s, file, definition).some((name) => PROTOCOLS.has(name))) return 'protocol';
  for (const name of ancestorNames(s, self)) {
    const known = DERIVED_CLASSES.get(name);
    if (known !== undefined) return known;
    if (
      /^builtins\.(?:\w*(?:Error|Exception|Warning|ExceptionGroup)|KeyboardInterrupt|SystemExit|StopIteration|StopAsyncIteration|GeneratorExit)$/.test(
        name,
      )
    ) {
      return 'exception';
    }
  }
  return 'class';
}

/** The callee of a decorator with arguments counts as the decorator. */
function decoratorNames(s: Session, file: FileUnit, definition: number): string[] {
  const { index } = file;
  return [...decoratorRefs(index, index.definitionAt[definition] ?? 0)].flatMap((ref) => {
    const inner = index.code[ref + 1] ?? 0;
    const callee = index.code[inner] === Op.CALL ? (index.code[inner + 1] ?? 0) : inner;
    return s.values.elements(s.evaluate(file, callee)).map((value) => knownName(s, value));
  });
}

function directBases(s: Session, file: FileUnit, definition: number): string[] {
  return answeredList(s, s.ask(Query.BASES, file, definition)).map((base) => knownName(s, base));
}

/** The dotted names of a CLASS value's ancestors from outside, or from the library where that is the project. */
export function ancestorNames(s: Session, self: ValueId): readonly string[] {
  if (s.modules.standardRoot === undefined) return externalAncestors(s, self);
  const file = s.files[s.values.a(self)];
  if (file === undefined) return [];
  return answeredList(s, s.ask(Query.MRO, file, s.values.b(self))).map((item) => knownName(s, item));
}

const DECORATED_CLASSES: ReadonlyMap<string, string> = new Map([
  ['dataclasses.dataclass', 'dataclass'],
  ['attr.s', 'attrs'],
  ['attr.attrs', 'attrs'],
  ['attr.define', 'attrs'],
  ['attr.frozen', 'attrs'],
  ['attrs.define', 'attrs'],
  ['attrs.frozen', 'attrs'],
  ['attrs.mutable', 'attrs'],
  ['pydantic.dataclasses.dataclass', 'dataclass'],
]);

const DERIVED_CLASSES: ReadonlyMap<string, string> = new Map([
  ['enum.Enum', 'enum'],
  ['enum.IntEnum', 'enum'],
  ['enum.StrEnum', 'enum'],
  ['enum.Flag', 'enum'],
  ['enum.IntFlag', 'enum'],
  ['typing.NamedTuple', 'namedtuple'],
  ['collections.namedtuple', 'namedtuple'],
  ['typing.TypedDict', 'typeddict'],
  ['typing_extensions.TypedDict', 'typeddict'],
  ['pydantic.BaseModel', 'pydantic'],
  ['builtins.type', 'metaclass'],
]);
