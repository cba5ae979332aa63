/**
 * What decorators make of functions and classes. The well-known ones are known; one of the project is called, and its result
 * counts; any other one is taken to give back something that calls what it was given, as nearly all do.
 */
import { Op } from '../code.js';
import { decoratorRefs } from './classes.js';
import { knownName } from './known.js';
import { optionsFirst } from './options-first.js';
import type { Arguments, FileUnit, Session } from './session.js';
import { nextInstruction } from './stream.js';
import { Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, setOf, UNKNOWN, type ValueId } from './value-table.js';

/** The value of the FUNCTION or CLASS at a position, its decorators applied. */
export function definedValue(s: Session, file: FileUnit, at: number): SetId {
  return decoratedUpTo(s, file, at, 0);
}

/** What the DECORATOR at a position is applied to. */
export function decoratedBy(s: Session, file: FileUnit, decorator: number): SetId {
  const { code } = file.index;
  for (let at = decorator; at < code.length; at = nextInstruction(code, at)) {
    if (code[at] !== Op.FUNCTION && code[at] !== Op.CLASS) continue;
    const place = decoratorRefs(file.index, at).indexOf(decorator);
    if (place !== -1) return decoratedUpTo(s, file, at, place + 1);
  }
  return EMPTY_SET;
}

/** The definition with its decorators from the innermost one up to the one at `from` applied. */
function decoratedUpTo(s: Session, file: FileUnit, at: number, from: number): SetId {
  const { code } = file.index;
  const kind = code[at] === Op.CLASS ? Kind.CLASS : Kind.FUNCTION;
  let set = s.values.single(kind, file.number, code[at + 1] ?? 0);
  const refs = decoratorRefs(file.index, at);
  for (let i = refs.length - 1; i >= from; i--) {
    const decorator = s.evaluate(file, code[(refs[i] ?? 0) + 1] ?? 0);
    const results = s.values.elements(decorator).map((value) => s.decorate(value, set));
    // One that takes options gives what decorates, or what that made already: then what it was given is no result.
    const isMade = results.length > 1 && results.some((result) => isOther(s, result, set));
    set = results
      .map((result) => (isMade ? withoutAll(s, result, set) : result))
      .reduce((all, result) => s.values.union(all, result), EMPTY_SET);
  }
  return set;
}

/** Whether a result is functions of which none was given. */
function isOther(s: Session, result: SetId, given: SetId): boolean {
  const values = s.values.elements(result);
  return (
    values.length > 0 &&
    values.every((value) => s.values.kind(value) === Kind.FUNCTION && !s.values.has(given, value))
  );
}

function withoutAll(s: Session, set: SetId, other: SetId): SetId {
  return s.values.elements(other).reduce((rest, value) => s.values.without(rest, value), set);
}

export function decorate(s: Session, decorator: ValueId, target: SetId): SetId {
  const kind = s.values.kind(decorator);
  const name = knownName(s, decorator);
  if (name !== '') {
    const wrap = wrapperFor(name);
    if (wrap !== undefined) return s.values.flatMap(target, (value) => s.values.single(wrap, value));
    if (name === 'functools.singledispatch') {
      return s.values.flatMap(target, (value) => withImplementations(s, value));
    }
    if (isPropertyName(name))
      return s.values.flatMap(target, (value) => s.values.single(Kind.PROPERTY, value));
  }
  switch (kind) {
    case Kind.PARTIAL: {
      const unit = s.files[s.values.a(s.values.a(decorator))];
      const isOptional = unit !== undefined && optionsFirst(s, unit).has(s.values.b(s.values.a(decorator)));
      return isOptional ? s.decorate(s.values.a(decorator), target) : target;
    }
    case Kind.PROPERTY_PART:
      return s.values.flatMap(target, (value) => propertyWith(s, decorator, value));
    case Kind.FUNCTION:
    case Kind.METHOD:
    case Kind.LAMBDA:
    case Kind.PARAMETER:
    case Kind.INSTANCE:
    case Kind.DECLARED:
    case Kind.CLASS:
      return name === '' ? called(s, decorator, target) : target;
    default:
      return target;
  }
}

/** What a decorator of the project returns; what it was given where that is not known. */
function called(s: Session, decorator: ValueId, target: SetId): SetId {
  const file = s.files[s.solver.file];
  if (file === undefined) return target;
  const passed: Arguments = { file, call: -1, leading: [target] };
  const result = s.call(decorator, passed);
  return s.values.has(result, UNKNOWN) ? s.values.union(s.values.without(result, UNKNOWN), target) : result;
}

/** A generic function and what its file registers for types: `@show.register`. */
function withImplementations(s: Session, value: ValueId): SetId {
  const { values } = s;
  const file = values.kind(value) === Kind.FUNCTION ? s.files[values.a(value)] : undefined;
  const definitions = file?.index.facts.definitions ?? [];
  const register = `${definitions[values.b(value)]?.name ?? ''}.register`;
  let set = setOf(value);
  for (const [definition, { kind, decorators }] of definitions.entries()) {
    const isRegistered = kind === 'function' && decorators.some((text) => text.split('(')[0] === register);
    if (isRegistered) set = values.union(set, values.single(Kind.FUNCTION, values.a(value), definition));
  }
  return set;
}

function wrapperFor(name: string): number | undefined {
  switch (name) {
    case 'builtins.staticmethod':
    case 'abc.abstractstaticmethod':
      return Kind.STATIC_METHOD;
    case 'builtins.classmethod':
    case 'abc.abstractclassmethod':
      return Kind.CLASS_METHOD;
    case 'contextlib.contextmanager':
    case 'contextlib.asynccontextmanager':
      return Kind.CONTEXT_FUNCTION;
    default:
      return undefined;
  }
}

/** `property`, `functools.cached_property`, and those of libraries, which are called alike. */
export function isPropertyName(name: string): boolean {
  return /property$/i.test(name);
}

/** `@prop.setter` and its like on a function. */
function propertyWith(s: Session, part: ValueId, value: ValueId): SetId {
  const property = s.values.a(part);
  const getter = s.values.a(property);
  const setter = s.values.b(property);
  switch (s.names.text(s.values.b(part))) {
    case 'setter':
      return s.values.single(Kind.PROPERTY, getter, value);
    case 'getter':
      return s.values.single(Kind.PROPERTY, value, setter);
    default:
      return setOf(property);
  }
}
