/**
 * How a class or function is reached by code that is not of the project: a route, a command, a test, a special method. Told
 * where the definition stands: by its decorators, its class's bases and the habits of pytest. What other places say of it
 * (a URL configuration, `__all__`) is in `registrations.ts`. Frameworks are rows of tables (`framework-decorators.ts`,
 * `framework-bases.ts`), found through imports.
 */
import { Op } from '../code.js';
import type { Definition } from '../facts.js';
import { TEST_MODULE } from '../test-paths.js';
import { answeredList, decoratorRefs, listAnswer } from './classes.js';
import { HEIRS } from './framework-bases.js';
import { DECORATED, MADE_BY } from './framework-decorators.js';
import { ancestorNames } from './kinds.js';
import { knownName } from './known.js';
import { type FileUnit, Query, type Session } from './session.js';
import { Kind } from './value-kinds.js';

/** Modules that pytest collects tests from. */
const CONFTEST = /(?:^|\/)conftest\.py$/;
const PYTEST_SETUP = /^(?:setup|teardown)_(?:module|function|class|method)$/;

/** In a few words; '' when nothing is known but calls. */
export function entryPoint(s: Session, file: FileUnit, definition: number): string {
  const facts = file.index.facts.definitions[definition];
  if (facts === undefined) return '';
  return (
    byDecorator(s, file, definition) ||
    byBases(s, file, definition, facts) ||
    byName(file, facts) ||
    (facts.isMethod && isSpecial(facts.name) ? 'special method' : '')
  );
}

/** `__init__` and `__new__` run when the class is called, which is seen. */
function isSpecial(name: string): boolean {
  return /^__\w+__$/.test(name) && name !== '__init__' && name !== '__new__';
}

function byDecorator(s: Session, file: FileUnit, definition: number): string {
  for (const name of decoratorNames(s, file, definition)) {
    const label = DECORATED.get(name);
    if (label !== undefined) return label;
  }
  return '';
}

/** The dotted names of a definition's decorators, as far as they come from outside, called or not. */
export function decoratorNames(s: Session, file: FileUnit, definition: number): readonly string[] {
  const { index } = file;
  if (index.facts.definitions[definition]?.decorators.length === 0) return [];
  const refs = decoratorRefs(index, index.definitionAt[definition] ?? 0);
  return [...refs].flatMap((ref) => namesOf(s, file, index.code[ref + 1] ?? 0));
}

/** Dotted names of what an expression stands for; of a call those of its callee too. */
export function namesOf(s: Session, file: FileUnit, ref: number): readonly string[] {
  const { code, facts } = file.index;
  const own = s.values.elements(s.evaluate(file, ref)).map((value) => knownName(s, value));
  if (code[ref] === Op.CALL) own.push(...namesOf(s, file, code[ref + 1] ?? 0));
  else if (code[ref] === Op.ATTRIBUTE) {
    const name = facts.code.strings[code[ref + 2] ?? 0] ?? '';
    own.push(...madeNames(s, file, code[ref + 1] ?? 0).map((made) => `${made}.${name}`));
  }
  return own.filter((name) => name !== '');
}

/** What functions are by their decorators: `click.Group` for one under `@click.group()`. */
function madeNames(s: Session, file: FileUnit, ref: number): readonly string[] {
  return s.values.elements(s.evaluate(file, ref)).flatMap((value) => {
    const unit = s.values.kind(value) === Kind.FUNCTION ? s.files[s.values.a(value)] : undefined;
    if (unit === undefined) return [];
    return answeredList(s, s.ask(Query.MADE, unit, s.values.b(value))).map((name) => s.names.text(name));
  });
}

/** MADE. */
export function madeByDecorators(s: Session, file: FileUnit, definition: number): number {
  const made = decoratorNames(s, file, definition).flatMap((name) => MADE_BY.get(name) ?? []);
  return listAnswer(
    s,
    [...new Set(made)].sort().map((name) => s.names.id(name)),
  );
}

function byBases(s: Session, file: FileUnit, definition: number, facts: Definition): string {
  const owner = facts.kind === 'class' ? definition : facts.isMethod ? facts.parent : -1;
  const { definitions } = file.index.facts;
  if (owner < 0 || definitions[owner]?.bases.length === 0) return '';
  for (const name of ancestorNames(s, s.values.value(Kind.CLASS, file.number, owner))) {
    for (const { label, methods } of HEIRS.get(name) ?? []) {
      if (facts.kind === 'class') {
        if (label !== undefined) return label;
      } else if (methods?.names.test(facts.name)) return methods.label;
    }
  }
  return '';
}

/** What pytest finds by its name. */
function byName(file: FileUnit, facts: Definition): string {
  const { definitions } = file.index.facts;
  if (facts.kind === 'function' && facts.parent < 0 && /^pytest_/.test(facts.name)) {
    return CONFTEST.test(file.path) ? 'pytest hook' : '';
  }
  if (!TEST_MODULE.test(file.path)) return '';
  if (facts.kind === 'class') return isTestClass(facts, definitions) ? 'pytest test class' : '';
  const owner = definitions[facts.parent];
  if (owner !== undefined && !(facts.isMethod && isTestClass(owner, definitions))) return '';
  if (PYTEST_SETUP.test(facts.name)) return 'pytest setup';
  return facts.name.startsWith('test') ? 'pytest test' : '';
}

/** A class with a constructor is not collected. */
function isTestClass(facts: Definition, definitions: readonly Definition[]): boolean {
  if (!facts.name.startsWith('Test')) return false;
  const isTop = facts.parent < 0 || definitions[facts.parent]?.kind === 'class';
  const own = definitions.indexOf(facts);
  return isTop && !definitions.some(({ parent, name }) => parent === own && name === '__init__');
}
