/**
 * Values and answers as texts that mean the same in every run, and short hashes of these: by them it is seen whether an edit
 * changed what others see. They hold ids, names and signatures, but no lines and no positions.
 */
import { Op } from '../code.js';
import { anchorOf } from './anchors.js';
import { parametersOf } from './arguments.js';
import { builtinTypeOf } from './container-types.js';
import { lambdaScope } from './file-index.js';
import { isGenerator } from './functions.js';
import { annotationName } from './generics.js';
import type { Ids } from './ids.js';
import { storedBy } from './makings.js';
import { optionsFirst } from './options-first.js';
import { type FileUnit, Query, type Session } from './session.js';
import { NOTHING, shortHash } from './short-hash.js';
import { closedOver, throughOf } from './through.js';
import { Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, type ValueId } from './value-table.js';

/** What stores what it is passed in what is made. */
const MAKING: ReadonlySet<string> = new Set(['__init__', '__new__']);

/** Kinds whose answers are lists: of values, of flags and sets, of name ids. */
const VALUE_LISTS: ReadonlySet<number> = new Set([Query.BASES, Query.MRO, Query.DERIVED, Query.DERIVING]);
const MEMBERS: ReadonlySet<number> = new Set([
  Query.OWN,
  Query.LOOKUP,
  Query.CONSTRUCTION,
  Query.TYPE_ARGUMENT,
  Query.FORWARDED,
  Query.WRITES,
  Query.FIELD_FACTORIES,
  Query.PATCHED,
  Query.PUT,
]);
const NAME_LISTS: ReadonlySet<number> = new Set([
  Query.GIVEN,
  Query.METHOD_NAMES,
  Query.FIELD_NAMES,
  Query.DEFINES,
  Query.STAR_MODULES,
  Query.TYPE_NAMES,
  Query.MADE,
  Query.CHANGED,
]);

/** Texts of values that are remembered: some 20 MB. */
const TEXTS_MAX = 2 ** 16;

/** Makes texts for one run; remembers those of values that were asked for of late. */
export class Fingerprints {
  readonly #s: Session;
  readonly #ids: Ids;
  readonly #texts = new Map<ValueId, string>();

  constructor(session: Session, ids: Ids) {
    this.#s = session;
    this.#ids = ids;
  }

  /** A hash of the answer to a query of this kind; NOTHING for an empty one, and for a member that is not there. */
  of(kind: number, answer: SetId): string {
    if (this.#texts.size > TEXTS_MAX) this.#texts.clear();
    if (MEMBERS.has(kind) && answer !== EMPTY_SET && this.#isAbsent(answer)) return NOTHING;
    return answer === EMPTY_SET ? NOTHING : shortHash(this.#answerText(kind, answer));
  }

  #isAbsent(answer: SetId): boolean {
    const items = this.#s.values.listItems(answer - 1);
    return items.length === 1 && items[0] === 0;
  }

  #answerText(kind: number, answer: SetId): string {
    const { values, names } = this.#s;
    if (VALUE_LISTS.has(kind)) {
      return values
        .listItems(answer - 1)
        .map((value) => this.value(value))
        .join();
    }
    if (MEMBERS.has(kind)) {
      const [flags, ...sets] = values.listItems(answer - 1);
      return [flags, ...sets.map((set) => this.set(set))].join();
    }
    if (NAME_LISTS.has(kind)) {
      return values
        .listItems(answer - 1)
        .map((name) => names.text(name))
        .join();
    }
    return this.set(answer);
  }

  set(set: SetId): string {
    const texts = this.#s.values.elements(set).map((value) => this.value(value));
    return texts.length === 1 ? (texts[0] ?? '') : texts.sort().join('|');
  }

  value(value: ValueId): string {
    const known = this.#texts.get(value);
    if (known !== undefined) return known;
    const kind = this.#s.values.kind(value);
    const text = `${kind} ${this.#content(kind, value)}${this.#types(value)}`;
    this.#texts.set(value, text);
    return text;
  }

  /** What a value carries beside what it is. */
  #types(value: ValueId): string {
    const { values, names } = this.#s;
    const variable = values.variable(value);
    const types = values.argumentsOf(value).map((type) => `(${this.set(type)})`);
    const making = this.#making(value);
    return `${variable === 0 ? '' : ` as ${names.text(variable)}`}${types.length === 0 ? '' : ` of ${types.join('')}`}${making}`;
  }

  #making(value: ValueId): string {
    const fields = this.#s.values.making(value);
    if (fields.length === 0) return '';
    return ` with ${fields.map((each, i) => (i % 2 === 0 ? this.value(each) : `(${this.set(each)})`)).join('')}`;
  }

  #content(kind: number, value: ValueId): string {
    const { values, names, files } = this.#s;
    const a = values.a(value);
    const b = values.b(value);
    switch (kind) {
      case Kind.UNKNOWN:
      case Kind.ANYTHING:
      case Kind.NONE:
      case Kind.IDENTITY:
        return '';
      case Kind.MODULE:
        return files[a]?.path ?? '';
      case Kind.NAMESPACE:
      case Kind.EXTERNAL:
      case Kind.EXTERNAL_INSTANCE:
      case Kind.TEXT:
      case Kind.NAME_PATTERN:
        return names.text(a);
      case Kind.INTEGER:
        return String(a);
      case Kind.CLASS:
      case Kind.SUBCLASS:
      case Kind.INSTANCE:
      case Kind.DECLARED:
      case Kind.GENERATOR:
      case Kind.COROUTINE:
      case Kind.CONTEXT:
        return this.#definition(a, b);
      case Kind.FUNCTION:
        return `${this.#definition(a, b)}${this.#signature(a, b)}`;
      case Kind.LAMBDA:
      case Kind.PARAMETER:
      case Kind.CONTAINER:
      case Kind.NAMED_TUPLE:
      case Kind.TYPE_EXPRESSION:
        return this.#place(kind, value);
      case Kind.TYPED:
        return `${names.text(a)}[${this.set(values.typedKey(value))}:${this.set(values.typedElement(value))}]`;
      case Kind.RECORD:
        return values
          .listItems(a)
          .map((item, i) => (i % 2 === 0 ? names.text(item) : `(${this.set(item)})`))
          .join();
      case Kind.TUPLE:
        return values
          .listItems(a)
          .map((set) => `(${this.set(set)})`)
          .join();
      case Kind.TYPE_VARIABLE:
        return `${names.text(b)} ${this.set(a)}`;
      case Kind.PROPERTY_PART:
      case Kind.BUILTIN_METHOD:
      case Kind.PARAMETER_CLASS:
      case Kind.GETTER:
        return `(${this.value(a)}).${names.text(b)}`;
      default:
        return `(${a === 0 ? '' : this.value(a)})(${b === 0 ? '' : this.value(b)})`;
    }
  }

  #definition(file: number, definition: number): string {
    const unit = this.#s.files[file];
    return unit === undefined ? '' : `${unit.path} ${this.#ids.of(unit, definition)}`;
  }

  /** What a caller must know to bind its arguments and to know what calling gives. */
  #signature(file: number, definition: number): string {
    const unit = this.#s.files[file];
    if (unit === undefined) return '';
    const { index } = unit;
    const isAsync = index.facts.definitions[definition]?.isAsync === true;
    const isYielding = isGenerator(index, definition);
    const isMaking = MAKING.has(index.facts.definitions[definition]?.name ?? '');
    const stored = isMaking ? storedBy(unit, definition) : [];
    const through = this.#through(unit, definition);
    const options = optionsFirst(this.#s, unit).has(definition) ? '?' : '';
    return `${isAsync ? 'async' : ''}${isYielding ? '*' : ''}(${this.#parameters(file, index.definitionScope[definition] ?? 0, stored)})${through}${options}`;
  }

  /** What it gives the results of, and what it closes over. */
  #through(unit: FileUnit, definition: number): string {
    const through = throughOf(unit, definition);
    const closed = closedOver(unit, unit.index.definitionScope[definition] ?? 0);
    if (through.length === 0 && closed.length === 0) return '';
    const place = (at: number): string => (at === 0 ? '' : anchorOf(unit.index, this.#s.names, at));
    const handed = through.map(({ parameter, attribute, isForwarding, isAwaiting }) => {
      const name = attribute === 0 ? '' : this.#s.names.text(attribute);
      return `${place(parameter)}.${name}${isForwarding ? '*' : ''}${isAwaiting ? 'await' : ''}`;
    });
    return `>${handed.join()}<${closed.map(place).join()}`;
  }

  #parameters(file: number, scope: number, stored: readonly number[] = []): string {
    const index = this.#s.files[file]?.index;
    if (index === undefined) return '';
    return parametersOf(index, scope)
      .map((at) => {
        const name = index.facts.code.strings[index.code[at + 2] ?? 0] ?? '';
        const standard = (index.code[at + 4] ?? 0) === 0 ? '' : '?';
        return `${index.code[at + 1]}${name}${stored.includes(at) ? '=' : ''}${standard}:${annotationName(index, at)}`;
      })
      .join();
  }

  #place(kind: number, value: ValueId): string {
    const { values, names, files } = this.#s;
    const unit = files[values.a(value)];
    if (unit === undefined) return '';
    const position = values.b(value);
    const anchor = `${unit.path} ${anchorOf(unit.index, names, position)}`;
    if (kind === Kind.LAMBDA) {
      const scope = lambdaScope(unit.index, position);
      const closed = closedOver(unit, scope).map((at) => anchorOf(unit.index, names, at));
      return `${anchor}(${this.#parameters(unit.number, scope)})<${closed.join()}`;
    }
    if (kind === Kind.PARAMETER) return `${anchor}:${annotationName(unit.index, position)}`;
    if (kind !== Kind.CONTAINER) return anchor;
    const isMapping = unit.index.code[position] === Op.DICT || builtinTypeOf(this.#s, value) === 'dict';
    return `${anchor} ${isMapping ? 'dict' : builtinTypeOf(this.#s, value)}`;
  }
}
