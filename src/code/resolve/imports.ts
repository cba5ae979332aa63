/**
 * What import statements bind, and the lookups that they make. A name taken from a module is that module's attribute, through
 * any chain of re-exports, or else the submodule of that name.
 */
import { Op } from '../code.js';
import { scopeAt } from './file-index.js';
import type { ModuleTarget } from './modules.js';
import { type FileUnit, Query, type Session } from './session.js';
import { Kind } from './value-kinds.js';
import { EMPTY_SET, type SetId, UNKNOWN_SET } from './value-table.js';

/** Begins a lookup that is a path of the project as it is. */
export const LOOKUP_OF_PATH = '=';

/**
 * How a lookup is written down, so that it can be asked again of another list of paths: dots and dotted name as in the import
 * statement, `/name` for a submodule of the file's own package, `=path` for a file.
 */
export function lookUp(s: Session, file: FileUnit, lookup: string): ModuleTarget {
  file.lookups.add(lookup);
  return repeatLookup(s.modules, file.path, lookup);
}

export function repeatLookup(modules: Session['modules'], path: string, lookup: string): ModuleTarget {
  if (lookup.startsWith('/')) return modules.submodule({ kind: 'file', path }, lookup.slice(1));
  if (lookup.startsWith('?')) {
    const [directories = '', name = ''] = lookup.slice(1).split('/?');
    return modules.submodule({ kind: 'namespace', directories: directories.split('|') }, name);
  }
  if (lookup.startsWith(LOOKUP_OF_PATH)) {
    const named = lookup.slice(LOOKUP_OF_PATH.length);
    return modules.hasFile(named) ? { kind: 'file', path: named } : { kind: 'missing' };
  }
  const dotted = lookup.replace(/^\.+/, '');
  const dots = lookup.length - dotted.length;
  return dots === 0 ? modules.absolute(dotted, path) : modules.relative(dots, dotted, path);
}

/** The module that the import statement at a position names. */
export function importedModule(s: Session, file: FileUnit, position: number): ModuleTarget {
  const { code, facts } = file.index;
  const strings = facts.code.strings;
  if (code[position] === Op.IMPORT) return lookUp(s, file, strings[code[position + 1] ?? 0] ?? '');
  const dots = code[position + 1] ?? 0;
  return lookUp(s, file, '.'.repeat(dots) + (strings[code[position + 2] ?? 0] ?? ''));
}

export function importValue(s: Session, file: FileUnit, position: number): SetId {
  const { code, names, facts } = file.index;
  const strings = facts.code.strings;
  const module = strings[code[position + (code[position] === Op.IMPORT ? 1 : 2)] ?? 0] ?? '';
  if (code[position] === Op.IMPORT) {
    const bound = (code[position + 2] ?? 0) === 0 ? (module.split('.')[0] ?? '') : module;
    return moduleValue(s, lookUp(s, file, bound), bound);
  }
  const target = importedModule(s, file, position);
  const name = names[code[position + 3] ?? 0] ?? 0;
  // What is imported before anything runs is what the module itself has bound.
  const query = scopeAt(file.index, position) === 0 ? Query.BOUND : Query.EXPORT;
  return fromModule(s, file, { target, dotted: module, name, query });
}

function fromModule(
  s: Session,
  file: FileUnit,
  from: {
    readonly target: ModuleTarget;
    readonly dotted: string;
    readonly name: number;
    readonly query: typeof Query.BOUND | typeof Query.EXPORT;
  },
): SetId {
  const { target, dotted, name, query } = from;
  if (target.kind === 'external') {
    return s.values.single(Kind.EXTERNAL, s.names.id(`${dotted}.${s.names.text(name)}`));
  }
  if (target.kind === 'missing') return UNKNOWN_SET;
  if (target.kind === 'namespace') {
    return namespaceAttribute(s, file, target.directories, s.names.text(name));
  }
  if (target.path === file.path) {
    // A package that imports from itself is after its submodules, which its own attributes do not hide yet.
    const inner = lookUp(s, file, `/${s.names.text(name)}`);
    if (inner.kind !== 'missing') return moduleValue(s, inner, '');
  }
  const unit = s.fileAt(target.path);
  return unit === undefined ? UNKNOWN_SET : s.ask(query, unit, name);
}

/** The submodule of a namespace package, for which nobody but the asking file stands. */
function namespaceAttribute(s: Session, file: FileUnit, directories: readonly string[], name: string): SetId {
  const target = lookUp(s, file, `?${directories.join('|')}/?${name}`);
  return moduleValue(s, target, name);
}

/** A module as a value; `dotted` names it when it is external. */
export function moduleValue(s: Session, target: ModuleTarget, dotted: string): SetId {
  switch (target.kind) {
    case 'file': {
      const unit = s.fileAt(target.path);
      return unit === undefined ? UNKNOWN_SET : s.values.single(Kind.MODULE, unit.number);
    }
    case 'namespace':
      return s.values.single(Kind.NAMESPACE, s.names.id(target.directories.join('|')));
    case 'external':
      return s.values.single(Kind.EXTERNAL, s.names.id(dotted));
    case 'missing':
      return UNKNOWN_SET;
  }
}

/** The module named by a literal given to `importlib.import_module` or `__import__`. */
export function literalModule(s: Session, file: FileUnit, dotted: string): SetId {
  return moduleValue(s, lookUp(s, file, dotted), dotted);
}

/** `pkg.name` where the package's own file is `file`: EMPTY_SET when there is no such submodule. */
export function submoduleValue(s: Session, file: FileUnit, name: number): SetId {
  const target = lookUp(s, file, `/${s.names.text(name)}`);
  return target.kind === 'missing' ? EMPTY_SET : moduleValue(s, target, '');
}
