/**
 * The ids of a file's definitions. Two files may claim one id (`a.py` with `class b` beside `a/b.py`, `pkg.py` beside
 * `pkg/__init__.py`): the later path, in order of code units, gets `@path` behind it.
 */
import { definitionId, dottedPath, fileId } from '../model.js';
import { listAnswer } from './classes.js';
import type { FileList } from './file-list.js';
import { type FileUnit, Query, type Session } from './session.js';
import type { SetId } from './value-table.js';

/** Ids that are known: what outlives a run, where rows are still to be made. */
export class IdTable {
  readonly #paths: readonly string[];
  readonly #ids: (readonly string[] | undefined)[] = [];

  /** `paths`: by number of the file. */
  constructor(paths: readonly string[]) {
    this.#paths = paths;
  }

  all(file: number): readonly string[] | undefined {
    return this.#ids[file];
  }

  set(file: number, ids: readonly string[]): void {
    this.#ids[file] = ids;
  }

  /** The id of a definition, which counts from 1, or of the file; '' when it is not known. */
  at(file: number, definition: number): string {
    return (definition === 0 ? fileId(this.#paths[file] ?? '') : this.#ids[file]?.[definition - 1]) ?? '';
  }
}

/** Ids of one run, made file by file when first asked for. */
export class Ids {
  readonly #session: Session;
  readonly #list: FileList;
  /** What was asked for so far. */
  readonly table: IdTable;

  constructor(session: Session, list: FileList) {
    this.#session = session;
    this.#list = list;
    this.table = new IdTable(list.paths);
  }

  /** The id of a definition by its index. */
  of(file: FileUnit, definition: number): string {
    return this.all(file)[definition] ?? '';
  }

  /** The ids of all definitions of a file. */
  all(file: FileUnit): readonly string[] {
    const known = this.table.all(file.number);
    if (known !== undefined) return known;
    const plain = plainIds(file);
    const taken = this.#takenBefore(file);
    const ids = taken.size === 0 ? plain : plain.map((id) => (taken.has(id) ? `${id}@${file.path}` : id));
    this.table.set(file.number, ids);
    return ids;
  }

  #takenBefore(file: FileUnit): ReadonlySet<string> {
    const s = this.#session;
    const taken = new Set<string>();
    const take = (number: number, below: string): void => {
      const other = s.files[number];
      if (other === undefined || other.path >= file.path) return;
      const query = other.query(s.solver, Query.DEFINES, s.names.id(below), 0);
      for (const id of s.values.listItems(s.solver.askFor(file.number, query) - 1))
        taken.add(s.names.text(id));
    };
    const dotted = dottedPath(file.path);
    for (const other of this.#list.withDotted(dotted)) if (other !== file.number) take(other, '');
    for (let dot = dotted.lastIndexOf('.'); dot > 0; dot = dotted.lastIndexOf('.', dot - 1)) {
      const next = dotted.indexOf('.', dot + 1);
      const below = dotted.slice(dot + 1, next === -1 ? undefined : next);
      for (const other of this.#list.withDotted(dotted.slice(0, dot))) take(other, below);
    }
    for (const facts of file.index.facts.definitions) {
      if (facts.parent >= 0) continue;
      for (const other of this.#list.withDotted(`${dotted}.${facts.name}`)) take(other, '');
    }
    return taken;
  }
}

function plainIds(file: FileUnit): string[] {
  const { definitions } = file.index.facts;
  // The dotted path is the same for all of them.
  const heads = {
    class: definitionId('class', file.path, ''),
    function: definitionId('function', file.path, ''),
  };
  // Joined and not added up: V8 would keep both parts.
  return definitions.map(({ kind, qualname }) => [heads[kind], qualname].join(''));
}

/** DEFINES. */
export function definedBelow(s: Session, file: FileUnit, name: number): SetId {
  const below = s.names.text(name);
  const ids = plainIds(file).filter((_, index) => {
    const qualname = file.index.facts.definitions[index]?.qualname ?? '';
    return below === '' || qualname === below || qualname.startsWith(`${below}.`);
  });
  return listAnswer(
    s,
    ids.map((id) => s.names.id(id)),
  );
}
