/**
 * Which code belongs to a program whose calls are all seen, as against a library's, which others may call with what nobody here
 * passes: there an annotation says more than the calls do. Told by names of files and of what they call, never by values. What lies in
 * a package is meant to be imported, whatever it is called.
 */
import { nameHash } from './callers.js';
import { definitionAround, scopeAt } from './file-index.js';
import { lookUp } from './imports.js';
import { calledName } from './passing.js';
import { type FileUnit, Query, type Session } from './session.js';
import { EMPTY_SET, NONE_SET, type SetId } from './value-table.js';

const PROGRAM = /(?:^|\/)(?:main|__main__|app|run|cli)\.py$/;

/** Whether the function around a position is one of a program, or called by the file of one. */
export function isInProgram(s: Session, file: FileUnit, position: number): boolean {
  const { index } = file;
  if (isProgram(s, file)) return true;
  const definition = definitionAround(index, scopeAt(index, position));
  if (definition < 0) return false;
  const hash = nameHash(calledName(index, definition));
  file.callersAsked.add(hash);
  return s.callers.of(hash, file.number).some((number) => {
    const unit = s.files[number];
    return unit !== undefined && isProgram(s, unit);
  });
}

export function isProgram(s: Session, file: FileUnit): boolean {
  return s.ask(Query.PROGRAM, file, 0) === NONE_SET;
}

/** PROGRAM: NONE when a file is one. */
export function programAnswer(s: Session, file: FileUnit): SetId {
  const isRun = PROGRAM.test(file.path) || file.index.isScript;
  return isRun && lookUp(s, file, OWN_PACKAGE).kind !== 'file' ? NONE_SET : EMPTY_SET;
}
const OWN_PACKAGE = '.';
