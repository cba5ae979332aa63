/**
 * `tags: list = field(default_factory=blank)`: making an instance calls the factories of the fields that it is given nothing for.
 * Which fields there are is told by annotations, as `dataclasses` and `attrs` do it.
 */
import { Op } from '../code.js';
import { argumentAt, argumentCount, hasStars, isKeywordPassed, positionalCount } from './arguments.js';
import { answeredList, askClass, listAnswer, projectOrder } from './classes.js';
import { eventsEnd, firstEvent, NO_SYMBOL } from './file-index.js';
import { type Arguments, type FileUnit, Query, type Session } from './session.js';
import { Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, type ValueId } from './value-table.js';

const FACTORY_KEYWORDS: readonly string[] = ['default_factory', 'factory'];

/** FIELD_FACTORIES. */
export function fieldFactories(s: Session, file: FileUnit, definition: number): SetId {
  const found: number[] = [];
  for (const name of answeredList(s, s.ask(Query.FIELD_NAMES, file, definition))) {
    const factory = factoryOfField(s, file, definition, name);
    if (factory !== EMPTY_SET) found.push(s.values.single(Kind.TEXT, name), factory);
  }
  return listAnswer(s, found.length === 0 ? [0] : [1, ...found]);
}

/** What the annotated name of a class's body is given as a factory. */
function factoryOfField(s: Session, file: FileUnit, definition: number, name: number): SetId {
  const { index } = file;
  const { code, facts } = index;
  const symbol = index.symbols.find(index.definitionScope[definition] ?? 0, name);
  if (symbol === NO_SYMBOL) return EMPTY_SET;
  for (let i = firstEvent(index, symbol); i < eventsEnd(index, symbol); i++) {
    const event = index.events[i] ?? 0;
    const value = code[event] === Op.ANNOTATE ? (code[event + 3] ?? 0) : 0;
    if (code[value] !== Op.CALL) continue;
    for (let place = 0; place < argumentCount(index, value); place++) {
      const ref = argumentAt(index, value, place);
      const isFactory =
        code[ref] === Op.KEYWORD && FACTORY_KEYWORDS.includes(facts.code.strings[code[ref + 1] ?? 0] ?? '');
      if (isFactory) return s.evaluate(file, code[ref + 2] ?? 0);
    }
  }
  return EMPTY_SET;
}

/** Factories that a call of a class without an `__init__` of its own runs. */
export function factoriesRun(s: Session, value: ValueId, passed: Arguments): readonly SetId[] {
  if (hasStars(passed)) return [];
  const fields: number[] = [];
  const factories = new Map<number, SetId>();
  for (const each of [...projectOrder(s, value)].reverse()) {
    for (const name of answeredList(s, askClass(s, Query.FIELD_NAMES, each, 0))) {
      if (!fields.includes(name)) fields.push(name);
    }
    const [, ...pairs] = answeredList(s, askClass(s, Query.FIELD_FACTORIES, each, 0));
    for (let i = 0; i < pairs.length; i += 2) {
      const [text = 0] = s.values.elements(pairs[i] ?? EMPTY_SET);
      factories.set(s.values.a(text), pairs[i + 1] ?? EMPTY_SET);
    }
  }
  const count = positionalCount(passed);
  return [...factories].flatMap(([name, factory]) =>
    fields.indexOf(name) < count || isKeywordPassed(passed, name) ? [] : [factory],
  );
}
