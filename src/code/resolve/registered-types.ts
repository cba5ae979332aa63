/**
 * The class that a decorator registers a function for, `@draw.register(Square)`: what the function is called with first. A
 * function of several parameters is believed only where what registers it is called so.
 */
import { Op } from '../code.js';
import { argumentAt, argumentCount, parametersOf } from './arguments.js';
import { decoratorRefs } from './classes.js';
import { scopeAt } from './file-index.js';
import type { FileUnit, Session } from './session.js';
import { Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId } from './value-table.js';

/** The instances that the PARAMETER at a position takes by its decorator; EMPTY_SET where none says so. */
export function registeredType(s: Session, file: FileUnit, position: number): SetId {
  const { index } = file;
  const scope = scopeAt(index, position);
  const definition = index.scopes.definition[scope] ?? -1;
  const facts = index.facts.definitions[definition];
  if (facts === undefined || facts.isMethod || facts.decorators.length === 0) return EMPTY_SET;
  const parameters = parametersOf(index, scope);
  if (parameters[0] !== position) return EMPTY_SET;
  let set: SetId = EMPTY_SET;
  for (const ref of decoratorRefs(index, index.definitionAt[definition] ?? 0)) {
    const call = index.code[ref + 1] ?? 0;
    if (index.code[call] !== Op.CALL || argumentCount(index, call) !== 1) continue;
    const isMeant = parameters.length === 1 || calleeText(file, call) === 'register';
    if (isMeant) set = s.values.union(set, instancesFor(s, file, argumentAt(index, call, 0)));
  }
  return set;
}

function calleeText({ index }: FileUnit, call: number): string {
  const { code, facts } = index;
  const callee = code[call + 1] ?? 0;
  return code[callee] === Op.ATTRIBUTE ? (facts.code.strings[code[callee + 2] ?? 0] ?? '') : '';
}

function instancesFor(s: Session, file: FileUnit, ref: number): SetId {
  return s.values.flatMap(s.evaluate(file, ref), (value) =>
    s.values.kind(value) === Kind.CLASS ? s.instanceOf(value) : EMPTY_SET,
  );
}
