/**
 * What pytest passes: a parameter of a test or fixture is the fixture of its name, looked for as pytest does: in the class, in
 * the module (what it imports included), then in each `conftest.py` from the file's folder upwards. Plugins are not looked at;
 * of pytest's own fixtures the classes are known.
 */
import { Op, ParameterKind } from '../code.js';
import { TEST_MODULE } from '../test-paths.js';
import { argumentAt, argumentCount, parametersOf } from './arguments.js';
import { awaited } from './calls.js';
import { classOrder, decoratorRefs } from './classes.js';
import { namesOf } from './entry-points.js';
import { scopeAt } from './file-index.js';
import { DECORATED } from './framework-decorators.js';
import { LOOKUP_OF_PATH, lookUp } from './imports.js';
import { elementsOfSet } from './items.js';
import { knownName } from './known.js';
import { directoryOf, joinPath } from './modules.js';
import { parametrizedValue } from './parametrized.js';
import { type FileUnit, Query, type Session } from './session.js';
import { Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, setOf, type ValueId } from './value-table.js';

const FIXTURE = 'pytest fixture';

/** What pytest gives to parameters of these names, as far as it has a class. */
const PYTEST_FIXTURES: ReadonlyMap<string, string> = new Map([
  ['cache', 'pytest.Cache'],
  ['capfd', 'pytest.CaptureFixture'],
  ['capsys', 'pytest.CaptureFixture'],
  ['caplog', 'pytest.LogCaptureFixture'],
  ['monkeypatch', 'pytest.MonkeyPatch'],
  ['pytestconfig', 'pytest.Config'],
  ['pytester', 'pytest.Pytester'],
  ['recwarn', 'pytest.WarningsRecorder'],
  ['request', 'pytest.FixtureRequest'],
  ['tmp_path', 'pathlib.Path'],
  ['tmp_path_factory', 'pytest.TempPathFactory'],
]);

/** FIXTURE: FUNCTION values of the definitions that are fixtures of that name. */
export function fixtureNamed(s: Session, file: FileUnit, name: number): SetId {
  const { definitions } = file.index.facts;
  let set: SetId = EMPTY_SET;
  for (const [definition, { kind, parent, decorators }] of definitions.entries()) {
    if (kind !== 'function' || parent >= 0 || decorators.length === 0) continue;
    if (fixtureName(s, file, definition) !== name) continue;
    set = s.values.union(set, s.values.single(Kind.FUNCTION, file.number, definition));
  }
  return set;
}

/** The name under which a definition is a fixture; 0 when it is none. */
function fixtureName(s: Session, file: FileUnit, definition: number): number {
  const { index } = file;
  const facts = index.facts.definitions[definition];
  if (facts === undefined || facts.decorators.length === 0) return 0;
  // Most decorators are none, and need not be followed.
  if (!facts.decorators.some((text) => /fixture/.test(text))) return 0;
  for (const ref of decoratorRefs(index, index.definitionAt[definition] ?? 0)) {
    const expression = index.code[ref + 1] ?? 0;
    const isCalled = index.code[expression] === Op.CALL;
    const callee = isCalled ? (index.code[expression + 1] ?? 0) : expression;
    const meant = s.values.elements(s.classValue(file, callee));
    if (!meant.some((value) => DECORATED.get(knownName(s, value)) === FIXTURE)) continue;
    return (isCalled ? literalKeyword(file, expression, 'name') : 0) || s.names.id(facts.name);
  }
  return 0;
}

/** The name id of a literal text among the keywords of a CALL; 0 when there is none. */
function literalKeyword(file: FileUnit, call: number, keyword: string): number {
  const { code, facts, names } = file.index;
  for (let i = 0; i < argumentCount(file.index, call); i++) {
    const ref = argumentAt(file.index, call, i);
    const value = code[ref + 2] ?? 0;
    const isIt = code[ref] === Op.KEYWORD && facts.code.strings[code[ref + 1] ?? 0] === keyword;
    if (isIt && code[value] === Op.STRING) return names[code[value + 1] ?? 0] ?? 0;
  }
  return 0;
}

/** Whether pytest calls a definition and chooses what it passes: a test or a fixture. */
function isInjected(s: Session, file: FileUnit, definition: number): boolean {
  const facts = file.index.facts.definitions[definition];
  if (facts?.kind !== 'function') return false;
  const owner = file.index.facts.definitions[facts.parent];
  const isOuter = owner === undefined || facts.isMethod;
  if (isOuter && facts.name.startsWith('test') && TEST_MODULE.test(file.path)) return true;
  return fixtureName(s, file, definition) !== 0;
}

/** The FUNCTION values of the fixtures that a parameter takes; EMPTY_SET when it takes none of the project. */
export function fixturesOf(s: Session, file: FileUnit, position: number): SetId {
  const { index } = file;
  const definition = index.scopes.definition[scopeAt(index, position)] ?? -1;
  if (definition < 0 || !isInjected(s, file, definition)) return EMPTY_SET;
  const kind = index.code[position + 1];
  if (kind === ParameterKind.VARIADIC || kind === ParameterKind.KEYWORDS) return EMPTY_SET;
  if ((index.code[position + 4] ?? 0) !== 0) return EMPTY_SET;
  const name = index.names[index.code[position + 2] ?? 0] ?? 0;
  return visibleFixture(s, file, definition, name);
}

/** The fixture of a name that a definition sees. One that takes a parameter of its own name means the one further out. */
function visibleFixture(s: Session, file: FileUnit, definition: number, name: number): SetId {
  const { definitions } = file.index.facts;
  const facts = definitions[definition];
  const self = s.values.value(Kind.FUNCTION, file.number, definition);
  const owner = facts?.isMethod === true ? facts.parent : -1;
  if (owner >= 0) {
    for (const each of classOrder(s, s.values.value(Kind.CLASS, file.number, owner))) {
      const unit = s.values.kind(each) === Kind.CLASS ? s.files[s.values.a(each)] : undefined;
      if (unit === undefined) continue;
      const found = fixturesAmong(s, s.ask(Query.CLASS_MEMBER, unit, s.values.b(each), name), self);
      if (found !== EMPTY_SET) return found;
    }
  }
  const own = inModule(s, file, name, self);
  return own === EMPTY_SET ? inConftests(s, file, name, self) : own;
}

/** Those that a module defines, else those that it imports. */
function inModule(s: Session, file: FileUnit, name: number, self: ValueId): SetId {
  const own = s.values.without(s.ask(Query.FIXTURE, file, name), self);
  return own === EMPTY_SET ? fixturesAmong(s, s.ask(Query.CLASS_EXPORT, file, name), self) : own;
}

function fixturesAmong(s: Session, set: SetId, self: ValueId): SetId {
  return s.values.flatMap(set, (value) => (value !== self && isFixture(s, value) ? setOf(value) : EMPTY_SET));
}

function isFixture(s: Session, value: ValueId): boolean {
  const unit = s.values.kind(value) === Kind.FUNCTION ? s.files[s.values.a(value)] : undefined;
  const facts = unit?.index.facts.definitions[s.values.b(value)];
  if (unit === undefined || facts === undefined) return false;
  if (facts.isMethod) return fixtureName(s, unit, s.values.b(value)) !== 0;
  return s.values.has(s.ask(Query.FIXTURE, unit, s.names.id(facts.name)), value);
}

function inConftests(s: Session, file: FileUnit, name: number, self: ValueId): SetId {
  for (let folder = directoryOf(file.path); ; folder = directoryOf(folder)) {
    const path = joinPath(folder, 'conftest.py');
    const found = path === file.path ? undefined : lookUp(s, file, `${LOOKUP_OF_PATH}${path}`);
    const unit = found?.kind === 'file' ? s.fileAt(found.path) : undefined;
    const own = unit === undefined ? EMPTY_SET : inModule(s, unit, name, self);
    if (own !== EMPTY_SET) return own;
    if (folder === '') return EMPTY_SET;
  }
}

/** What pytest passes for a parameter; undefined when it is not known to pass anything. */
export function injectedValue(s: Session, file: FileUnit, position: number): SetId | undefined {
  const { code, facts, scopes } = file.index;
  const definition = scopes.definition[scopeAt(file.index, position)] ?? -1;
  const name = facts.code.strings[code[position + 2] ?? 0] ?? '';
  const given = definition < 0 ? undefined : parametrizedValue(s, file, definition, name);
  if (given !== undefined) return given;
  const fixtures = fixturesOf(s, file, position);
  if (fixtures === EMPTY_SET) return pytestsOwn(s, file, position);
  const passed = { file, call: -1, leading: [] };
  return s.values.flatMap(fixtures, (fixture) => madeBy(s, s.call(boundFixture(s, fixture), passed)));
}

function boundFixture(s: Session, fixture: ValueId): ValueId {
  const facts = s.files[s.values.a(fixture)]?.index.facts.definitions[s.values.b(fixture)];
  if (facts?.isMethod !== true) return fixture;
  return s.values.value(
    Kind.METHOD,
    fixture,
    s.values.value(Kind.DECLARED, s.values.a(fixture), facts.parent),
  );
}

/** Of a generator what it yields, of a coroutine what awaiting it gives. */
function madeBy(s: Session, result: SetId): SetId {
  return s.values.flatMap(result, (value) => {
    switch (s.values.kind(value)) {
      case Kind.GENERATOR:
        return elementsOfSet(s, setOf(value));
      case Kind.COROUTINE:
        return awaited(s, value);
      default:
        return setOf(value);
    }
  });
}

function pytestsOwn(s: Session, file: FileUnit, position: number): SetId | undefined {
  const { index } = file;
  const known = PYTEST_FIXTURES.get(index.facts.code.strings[index.code[position + 2] ?? 0] ?? '');
  if (known === undefined) return undefined;
  const definition = index.scopes.definition[scopeAt(index, position)] ?? -1;
  if (definition < 0 || !isInjected(s, file, definition)) return undefined;
  return s.values.single(Kind.EXTERNAL_INSTANCE, s.names.id(known));
}

/** FUNCTION values of all fixtures that pytest runs for a test or fixture, by its parameters and by `usefixtures`. */
export function fixturesFor(s: Session, file: FileUnit, definition: number): SetId {
  const { index } = file;
  if (!isInjected(s, file, definition)) return EMPTY_SET;
  let set: SetId = EMPTY_SET;
  for (const position of parametersOf(index, index.definitionScope[definition] ?? 0)) {
    set = s.values.union(set, fixturesOf(s, file, position));
  }
  for (const ref of decoratorRefs(index, index.definitionAt[definition] ?? 0)) {
    for (const name of usedNames(s, file, index.code[ref + 1] ?? 0)) {
      set = s.values.union(set, visibleFixture(s, file, definition, name));
    }
  }
  return set;
}

/** The names in `@pytest.mark.usefixtures('oven', 'flour')`. */
function usedNames(s: Session, file: FileUnit, call: number): readonly number[] {
  const { code, names } = file.index;
  if (code[call] !== Op.CALL || !namesOf(s, file, call).includes('pytest.mark.usefixtures')) return [];
  const found: number[] = [];
  for (let i = 0; i < argumentCount(file.index, call); i++) {
    const ref = argumentAt(file.index, call, i);
    if (code[ref] === Op.STRING) found.push(names[code[ref + 1] ?? 0] ?? 0);
  }
  return found;
}
