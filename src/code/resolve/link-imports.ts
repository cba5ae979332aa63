/**
 * The import statements of one file as edges to the files they name: `import a.b.c` to the file of `a.b.c` only; `from p import n`
 * to `p`, and to `p.n` when that is what the name is; never to where a re-exported name comes from.
 */
import { ImportFlags, Op } from '../code.js';
import { answeredList } from './classes.js';
import type { EdgeDrafts } from './edges.js';
import { importedModule, lookUp } from './imports.js';
import { isInit, type ModuleTarget } from './modules.js';
import { NO_LINE } from './rewrite.js';
import { type FileUnit, Query, type Session } from './session.js';
import { Kind } from './value-kinds.js';

export interface ImportedNames {
  /** Dotted names of what is not of this project, sorted. */
  readonly external: readonly string[];
  /** Imports of the project's own packages that lead nowhere, as written, sorted. */
  readonly missing: readonly string[];
  /** Directories of the namespace packages that were named, sorted. */
  readonly namespaces: readonly string[];
}

export function linkImports(s: Session, file: FileUnit, edges: EdgeDrafts): ImportedNames {
  const external = new Set<string>();
  const missing = new Set<string>();
  const namespaces = new Set<string>();
  for (const at of file.index.imports) {
    if (lineOf(file, at) === NO_LINE) continue;
    const target = s.solver.run(file.number, () => importedModule(s, file, at));
    note(target, namespaces);
    if (target.kind === 'external') external.add(moduleText(file, at));
    else if (target.kind === 'missing') missing.add(moduleText(file, at));
    link(s, file, { at, target }, edges, namespaces);
  }
  return { external: sorted(external), missing: sorted(missing), namespaces: sorted(namespaces) };
}

function sorted(texts: ReadonlySet<string>): string[] {
  return [...texts].sort();
}

function note(target: ModuleTarget, namespaces: Set<string>): void {
  if (target.kind === 'namespace') for (const directory of target.directories) namespaces.add(directory);
}

function lineOf({ index: { code } }: FileUnit, at: number): number {
  return code[at + (code[at] === Op.FROM_IMPORT ? 5 : 3)] ?? 0;
}

/** The module as the statement names it. */
function moduleText(file: FileUnit, at: number): string {
  const { code, facts } = file.index;
  const text = (operand: number): string => facts.code.strings[code[at + operand] ?? 0] ?? '';
  return code[at] === Op.IMPORT ? text(1) : '.'.repeat(code[at + 1] ?? 0) + text(2);
}

function link(
  s: Session,
  file: FileUnit,
  statement: { readonly at: number; readonly target: ModuleTarget },
  edges: EdgeDrafts,
  namespaces: Set<string>,
): void {
  const { at, target } = statement;
  const { code, facts } = file.index;
  const isFrom = code[at] === Op.FROM_IMPORT;
  const line = lineOf(file, at);
  const isTypeOnly = ((code[at + (isFrom ? 6 : 4)] ?? 0) & ImportFlags.TYPE_CHECKING) !== 0;
  const add = (path: string, name: string): void => {
    if (path !== file.path) edges.addImport(path, line, name, isTypeOnly);
  };
  const name = isFrom ? (facts.code.strings[code[at + 3] ?? 0] ?? '') : '';
  if (target.kind === 'file') add(target.path, name);
  if (!isFrom || target.kind === 'external' || target.kind === 'missing') return;
  const names = name === '*' ? s.solver.run(file.number, () => unboundNames(s, target)) : [name];
  for (const each of names) {
    const parent = { target, dotted: moduleText(file, at) };
    const submodule = s.solver.run(file.number, () => submoduleNamed(s, file, parent, each));
    if (submodule?.kind === 'file') add(submodule.path, '');
    else if (submodule !== undefined) note(submodule, namespaces);
  }
}

/** What `__all__` names without the package binding it: submodules, which a star imports. */
function unboundNames(s: Session, target: ModuleTarget): readonly string[] {
  const unit = target.kind === 'file' ? s.fileAt(target.path) : undefined;
  if (unit === undefined) return [];
  return answeredList(s, s.ask(Query.STAR_MODULES, unit, 0)).map((name) => s.names.text(name));
}

/** The submodule of that name when it is what the name is in the package; undefined when the package binds something else. */
function submoduleNamed(
  s: Session,
  file: FileUnit,
  parent: { readonly target: ModuleTarget; readonly dotted: string },
  name: string,
): ModuleTarget | undefined {
  const { target, dotted } = parent;
  if (target.kind === 'namespace') return lookUp(s, file, below(dotted, name));
  const unit = target.kind === 'file' ? s.fileAt(target.path) : undefined;
  if (unit === undefined || !isInit(unit.path)) return undefined;
  const submodule = lookUp(s, file, below(dotted, name));
  if (submodule.kind === 'missing' || unit === file) return submodule;
  if (submodule.kind !== 'file') return submodule;
  const value = s.ask(Query.EXPORT, unit, s.names.id(name));
  const isModule = s.values.elements(value).some((each) => {
    return s.values.kind(each) === Kind.MODULE && s.files[s.values.a(each)]?.path === submodule.path;
  });
  return isModule ? submodule : undefined;
}

function below(dotted: string, name: string): string {
  return dotted === '' || dotted.endsWith('.') ? dotted + name : `${dotted}.${name}`;
}
