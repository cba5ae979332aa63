/** Puts the parts of the evaluator together: they find each other through the Session that is made here. */
import type { Facts } from '../facts.js';
import { annotatedType, instanceOf } from './annotations.js';
import { attribute } from './attributes.js';
import { buildIndex } from './build-index.js';
import { calledIn } from './called-closures.js';
import { Callers, type CallerTable } from './callers.js';
import { call } from './calls.js';
import { bindingMeaning, bodyMeaning, classValueOf, exportMeaning } from './class-values.js';
import {
  basesOf,
  derivedClasses,
  derivingFrom,
  fieldNames,
  metaclassNamed,
  methodNames,
  orderOf,
} from './classes.js';
import { elementsOf, factoryValue, itemAt, keysOf } from './containers.js';
import { decorate } from './decorators.js';
import { madeByDecorators } from './entry-points.js';
import { evaluate } from './evaluate.js';
import { boundValue, exportValue, givenNames, lazyGetters, starModules } from './exports.js';
import { fieldFactories } from './field-factories.js';
import type { FileIndex } from './file-index.js';
import type { FileList } from './file-list.js';
import { calledEarly } from './first-statements.js';
import { fixtureNamed } from './fixtures.js';
import { functionAttribute } from './function-attributes.js';
import { delegatesOf, lambdaReturn, returnedBeside, returnValue, sentTo, yieldedValue } from './functions.js';
import { typeArgument, typeNames } from './generics.js';
import { verdictOf } from './guards.js';
import { definedBelow } from './ids.js';
import { importValue } from './imports.js';
import { IndexShelf } from './index-shelf.js';
import { element, item } from './items.js';
import { keysAmong, literalsOf, literalsPassed } from './literals.js';
import { forwardedBy } from './makings.js';
import { constructionAnswer, lookUpMember, ownMember } from './members.js';
import { MemoPool } from './memo-pool.js';
import type { Names } from './names.js';
import { omittedAnywhere, omittedIn } from './omitted.js';
import { pairedWith } from './paired-keys.js';
import { expand, parameterValue, passedIn } from './parameters.js';
import { changedNames, patchedFirst, patchedIn, putFirst, putIn } from './patches.js';
import { presentIn } from './present-keys.js';
import { programAnswer } from './programs.js';
import { raisedBy } from './raises.js';
import { arrivingAt, receivedIn } from './receivers.js';
import { eventValue, installedBy, nameValue } from './scopes.js';
import { FileUnit, Query, type Session } from './session.js';
import { Solver } from './solver.js';
import { EMPTY_SET, type SetId } from './value-table.js';
import { Values } from './values.js';
import { writesOf } from './written-paths.js';

/** What a session is made for. */
export interface SessionInput {
  readonly list: FileList;
  readonly callers: CallerTable;
  readonly names: Names;
  readonly facts: (path: string) => Facts;
}

export function createSession(input: SessionInput): Session {
  const { names, list } = input;
  const values = new Values();
  const shelf = new IndexShelf();
  const makeIndex = (facts: Facts): FileIndex => shelf.add(buildIndex(facts, names));
  const memos = new MemoPool();
  const files = list.paths.map(
    (path, number) => new FileUnit({ number, path, slot: list.slot(number) }, input.facts, makeIndex, memos),
  );
  const solver = new Solver(values, {
    compute: (kind, number, a, b) => {
      const file = files[number];
      if (file === undefined) return EMPTY_SET;
      const { propertyReads } = session;
      const answered = answer(session, kind, file, a, b);
      // An answer that is known already counts none, so neither may one that is found now.
      session.propertyReads = propertyReads;
      return answered;
    },
    isList: (kind) => LISTS.has(kind),
  });
  const nameSets = new Map<SetId, ReadonlySet<number>>();
  const session: Session = {
    names,
    values,
    solver,
    modules: list.modules,
    files,
    callers: new Callers(input.callers, list),
    propertyReads: 0,
    knownNames: [],
    comingBack: [],
    namesIn: (answer) => namesIn(values, nameSets, answer),
    forgetExpressions: () => {
      memos.takeBack();
      shelf.sweep(files);
    },
    fileAt: (path) => files[list.numberOf(path) ?? -1],
    fileInSlot: (slot) => files[list.numberInSlot(slot) ?? -1],
    ask: (kind, file, a, b = 0) => solver.ask(file.query(solver, kind, a, b)),
    evaluate: (file, position) => evaluate(session, file, position),
    nameValue: (file, position, name, isForward) => nameValue(session, file, position, name, isForward),
    classValue: (file, position) => classValueOf(session, file, position),
    eventValue: (file, event) => eventValue(session, file, event),
    importValue: (file, position) => importValue(session, file, position),
    attribute: (value, name) => attribute(session, value, name),
    call: (value, passed) => call(session, value, passed),
    decorate: (decorator, target) => decorate(session, decorator, target),
    expand: (set) => expand(session, set),
    element: (value) => element(session, value),
    keysAmong: (keys) => keysAmong(session, keys),
    item: (value, key) => item(session, value, key),
    typeOf: (file, position) => session.ask(Query.TYPE, file, position),
    instanceOf: (value) => instanceOf(session, value),
  };
  return session;
}

function namesIn(values: Values, known: Map<SetId, ReadonlySet<number>>, answer: SetId): ReadonlySet<number> {
  let names = known.get(answer);
  if (names === undefined) {
    names = new Set(values.listItems(answer - 1));
    known.set(answer, names);
  }
  return names;
}

const LISTS: ReadonlySet<number> = new Set([
  Query.GIVEN,
  Query.OWN,
  Query.LOOKUP,
  Query.CONSTRUCTION,
  Query.BASES,
  Query.MRO,
  Query.METHOD_NAMES,
  Query.FIELD_NAMES,
  Query.DEFINES,
  Query.STAR_MODULES,
  Query.TYPE_NAMES,
  Query.TYPE_ARGUMENT,
  Query.MADE,
  Query.DERIVED,
  Query.FORWARDED,
  Query.WRITES,
  Query.DERIVING,
  Query.FIELD_FACTORIES,
  Query.PUT,
  Query.PATCHED,
  Query.CHANGED,
]);

function answer(s: Session, kind: number, file: FileUnit, a: number, b: number): SetId {
  switch (kind) {
    case Query.EXPORT:
      return exportValue(s, file, a);
    case Query.PRESENT:
      return presentIn(s, file, a, b);
    case Query.CHANGED:
      return changedNames(s, file, a);
    case Query.PATCHED_FIRST:
      return patchedFirst(s, file, a, b);
    case Query.PUT_FIRST:
      return putFirst(s, file, a, b);
    case Query.PROGRAM:
      return programAnswer(s, file);
    case Query.CALLED:
      return calledIn(s, file);
    case Query.RAISED:
      return raisedBy(s, file, a);
    case Query.BOUND:
      return boundValue(s, file, a);
    case Query.GIVEN:
      return givenNames(s, file);
    case Query.CLASS_EXPORT:
      return exportMeaning(s, file, a);
    case Query.CLASS_BINDING:
      return bindingMeaning(s, file, a);
    case Query.CLASS_MEMBER:
      return bodyMeaning(s, file, a, b);
    case Query.OWN:
      return ownMember(s, file, a, b);
    case Query.LOOKUP:
      return lookUpMember(s, file, a, b);
    case Query.CONSTRUCTION:
      return constructionAnswer(s, file, a);
    case Query.BASES:
      return basesOf(s, file, a);
    case Query.MRO:
      return orderOf(s, file, a);
    case Query.METHOD_NAMES:
      return methodNames(s, file, a);
    case Query.FIELD_NAMES:
      return fieldNames(s, file, a);
    case Query.RETURN:
      return returnValue(s, file, a);
    case Query.LAZY:
      return lazyGetters(s, file, a);
    case Query.INSTALLED:
      return installedBy(s, file, a);
    case Query.BESIDE:
      return returnedBeside(s, file, a);
    case Query.YIELD:
      return yieldedValue(s, file, a);
    case Query.LAMBDA_RETURN:
      return lambdaReturn(s, file, a);
    case Query.PARAMETER:
      return parameterValue(s, file, a);
    case Query.ELEMENTS:
      return elementsOf(s, file, a);
    case Query.KEYS:
      return keysOf(s, file, a);
    case Query.ITEM:
      return itemAt(s, file, a, b);
    case Query.BINDING:
      return s.eventValue(file, a);
    case Query.TYPE:
      return annotatedType(s, file, a);
    case Query.DEFINES:
      return definedBelow(s, file, a);
    case Query.STAR_MODULES:
      return starModules(s, file);
    case Query.TYPE_NAMES:
      return typeNames(s, file, a);
    case Query.TYPE_ARGUMENT:
      return typeArgument(s, file, a, b);
    case Query.VALUE:
      return s.evaluate(file, a);
    case Query.CLASS_VALUE:
      return s.classValue(file, a);
    case Query.MADE:
      return madeByDecorators(s, file, a);
    case Query.FIXTURE:
      return fixtureNamed(s, file, a);
    case Query.DERIVED:
      return derivedClasses(s, file, a);
    case Query.DERIVING:
      return derivingFrom(s, file, a);
    case Query.METACLASS:
      return metaclassNamed(s, file, a);
    case Query.PASSED:
      return passedIn(s, file, a, b);
    case Query.ARRIVING:
      return arrivingAt(s, file, a);
    case Query.RECEIVED:
      return receivedIn(s, file, a, b);
    case Query.LITERALS:
      return literalsOf(s, file, a);
    case Query.LITERALS_PASSED:
      return literalsPassed(s, file, a, b);
    case Query.SENT:
      return sentTo(s, file, a);
    case Query.DELEGATES:
      return delegatesOf(s, file, a);
    case Query.FORWARDED:
      return forwardedBy(s, file, a);
    case Query.OMITTED:
      return omittedAnywhere(s, file, a);
    case Query.OMITTED_BY:
      return omittedIn(s, file, a, b);
    case Query.WRITES:
      return writesOf(s, file, a);
    case Query.PAIRED:
      return pairedWith(s, file, a, b);
    case Query.FACTORY:
      return factoryValue(s, file, a);
    case Query.FIELD_FACTORIES:
      return fieldFactories(s, file, a);
    case Query.VERDICT:
      return verdictOf(s, file, a, b);
    case Query.FUNCTION_ATTRIBUTE:
      return functionAttribute(s, file, a, b);
    case Query.PATCHED:
      return patchedIn(s, file, a, b);
    case Query.EARLY:
      return calledEarly(s, file, a, b);
    case Query.PUT:
      return putIn(s, file, a, b);
    case Query.HEAD:
      return s.evaluate(file, file.index.code[a + 1] ?? 0);
    default:
      throw new Error(`There is no query of kind ${kind}`);
  }
}
