/** Dotted names of values that come from outside the project, or from the standard library when that is the project. */
import { baseName, directoryOf } from './modules.js';
import type { FileUnit, Session } from './session.js';
import { Kind } from './value-kinds.js';
import type { ValueId } from './value-table.js';

/** `functools.partial`, `builtins.list`; '' for values that have no such name. */
export function knownName(s: Session, value: ValueId): string {
  switch (s.values.kind(value)) {
    case Kind.EXTERNAL:
    case Kind.EXTERNAL_INSTANCE:
      return s.names.text(s.values.a(value));
    case Kind.CLASS:
    case Kind.SUBCLASS:
    case Kind.FUNCTION:
      return s.modules.standardRoot === undefined ? '' : cachedName(s, value);
    default:
      return '';
  }
}

function cachedName(s: Session, value: ValueId): string {
  let name = s.knownNames[value];
  if (name === undefined) {
    name = standardName(s, value);
    s.knownNames[value] = name;
  }
  return name;
}

function standardName(s: Session, value: ValueId): string {
  const file = s.files[s.values.a(value)];
  if (file === undefined) return '';
  const definition = file.index.facts.definitions[s.values.b(value)];
  return definition === undefined ? '' : `${importedAs(s, file)}.${definition.qualname}`;
}

/** The dotted name under which Python imports a file. */
function importedAs(s: Session, file: FileUnit): string {
  const directory = s.modules.importName(directoryOf(file.path));
  const stem = baseName(file.path).replace(/\.pyi?$/, '');
  if (stem === '__init__') return directory;
  return directory === '' ? stem : `${directory}.${stem}`;
}

/** Whether an external name is a class: known by a list, else by how classes are spelt. */
export function isClassName(dotted: string, lowerCaseClasses: ReadonlySet<string>): boolean {
  return lowerCaseClasses.has(dotted) || /^_*[A-Z]/.test(dotted.slice(dotted.lastIndexOf('.') + 1));
}
