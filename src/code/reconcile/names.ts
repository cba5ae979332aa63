/**
 * Names as reconciliation compares them: lower case, separators and white space as one blank each, and an abbreviation as what
 * it stands for. It compares whole names only: an alias within a longer name stays as it is.
 */
import { compareText } from '../../kernel/text.js';

/** Alias and name, as people write them. */
export type Alias = readonly [alias: string, name: string];

/** Abbreviations that mean one thing in every project; the settings add others and may say otherwise. */
const BUILT_IN: readonly Alias[] = [
  ['adr', 'architecture decision record'],
  ['architectural decision record', 'architecture decision record'],
  ['api', 'application programming interface'],
  ['ast', 'abstract syntax tree'],
  ['cli', 'command line interface'],
  ['cst', 'concrete syntax tree'],
  ['db', 'database'],
  ['ddd', 'domain driven design'],
  ['dto', 'data transfer object'],
  ['jwt', 'json web token'],
  ['k8s', 'kubernetes'],
  ['kg', 'knowledge graph'],
  ['llm', 'large language model'],
  ['mcp', 'model context protocol'],
  ['mro', 'method resolution order'],
  ['orm', 'object relational mapper'],
  ['sdk', 'software development kit'],
  ['ttl', 'time to live'],
];

/** `Residual_heat ` → `residual heat`. Separators are those at which words of a name end: white space and `_ - . /`. */
export function foldName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[\s_./-]+/g, ' ')
    .trim();
}

/** What names stand for, whichever of alias and name is written. */
export class Aliases {
  readonly #names = new Map<string, string>();
  readonly #spellings = new Map<string, string[]>();

  /** `own`: those of the settings; they win over the built-in ones. */
  constructor(own: readonly Alias[] = []) {
    for (const [alias, name] of [...BUILT_IN, ...own]) this.#names.set(foldName(alias), foldName(name));
    for (const alias of this.#names.keys()) {
      const name = this.canonical(alias);
      this.#spellings.set(name, [...(this.#spellings.get(name) ?? []), alias]);
    }
  }

  /** The full name of a folded one; a chain of aliases is followed to its end, a ring to its first name in order. */
  canonical(folded: string): string {
    const seen = [folded];
    for (let name = this.#names.get(folded); name !== undefined; name = this.#names.get(name)) {
      const ring = seen.indexOf(name);
      if (ring >= 0) return [...seen.slice(ring)].sort(compareText)[0] ?? folded;
      seen.push(name);
    }
    return seen.at(-1) ?? folded;
  }

  /** Every folded name that stands for the same as this full one, itself first. */
  spellings(canonical: string): readonly string[] {
    const others = (this.#spellings.get(canonical) ?? []).filter((name) => name !== canonical);
    return [canonical, ...others.sort(compareText)];
  }
}
