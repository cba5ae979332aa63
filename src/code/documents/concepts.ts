/** Terms that documents define: one node per slug, whoever defines it; what each document says of it is kept by document. */
import type { DefinedConcept } from '../document-facts.js';
import type { NodeRow } from '../model.js';
import { propertiesText } from '../resolve/link-file.js';

/** `concept:residual_heat` of `Residual heat`; `undefined` for a name without letters and digits. */
export function conceptId(name: string): string | undefined {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return words === null ? undefined : `concept:${words.join('_')}`;
}

interface Definer {
  readonly id: string;
  readonly path: string;
}

interface Known {
  readonly path: string;
  readonly line: number;
  readonly name: string;
  readonly definitions: Map<string, string>;
}

/** Filled in order of path and line, so that the first place of a term is its node's. */
export class ConceptTable {
  readonly #concepts = new Map<string, Known>();

  add(definer: Definer, { name, definition, line }: DefinedConcept): void {
    const id = conceptId(name);
    if (id === undefined) return;
    let known = this.#concepts.get(id);
    if (known === undefined) {
      known = { path: definer.path, line, name, definitions: new Map() };
      this.#concepts.set(id, known);
    }
    if (definition !== '' && !known.definitions.has(definer.id))
      known.definitions.set(definer.id, definition);
  }

  /** Nodes of the terms that a document is the first to define. */
  nodesOf(path: string): NodeRow[] {
    return [...this.#concepts]
      .filter(([, known]) => known.path === path)
      .map(([id, { name, line, definitions }]) => {
        const said = Object.fromEntries(definitions);
        const properties = propertiesText(definitions.size === 0 ? {} : { definitions: said });
        return { id, type: 'concept', name, path, line, properties };
      });
  }
}
