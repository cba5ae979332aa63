/**
 * The linker of documents: the facts of all of them and what the code defines → one segment a document. Pure, and always of
 * all documents at once, since they are few: which number is unique, who supersedes whom and what a concept is defined as are
 * questions about all of them.
 *
 * An `adr` node stands for a record, a `config` node for a section of the instructions, a `concept` node for a term, whoever
 * defines it: the first document in order of path has the node, each has its own `defines` edge.
 */
import { folderOf } from '../../kernel/paths.js';
import { compareText } from '../../kernel/text.js';
import type { CodeMention } from '../document-facts.js';
import type { EdgeRow, NodeRow, PropertyValue, Segment } from '../model.js';
import { propertiesText } from '../resolve/link-file.js';
import type { CodeNames } from './code-names.js';
import { ConceptTable, conceptId } from './concepts.js';
import { EvidenceTable } from './evidence.js';
import { type Meaning, meaningOf, namesIn } from './govern.js';
import { readMention } from './mention.js';
import { type Part, partsOf } from './parts.js';
import { type AdrRecord, type Document, Records, type ResolvedReference, successionOf } from './records.js';

export type { Document } from './records.js';

/** What documents are linked against. */
export interface CodeWorld {
  readonly names: CodeNames;
  /** Source files that are there and not indexed. */
  readonly outside: ReadonlySet<string>;
}

/** The simple names that `CodeWorld.names` must know for these documents. */
export function wantedNames(documents: Iterable<Document>): Set<string> {
  const wanted = new Set<string>();
  const seen = new Set<string>();
  for (const { path, facts } of documents) {
    const folder = folderOf(path);
    for (const mention of facts.mentions) {
      const key = keyOf(mention, folder);
      if (seen.has(key)) continue;
      seen.add(key);
      const named = readMention(mention, folder);
      if (named !== undefined) for (const name of namesIn(named)) wanted.add(name);
    }
  }
  return wanted;
}

/**
 * The segments of all documents, in order of path, in steps of a document. Problems of a document are its file's, not its
 * nodes'.
 */
export function* linkDocuments(
  documents: readonly Document[],
  code: CodeWorld,
): Generator<void, Segment[], void> {
  const ordered = [...documents].sort((a, b) => compareText(a.path, b.path));
  const records = new Records(ordered);
  const concepts = new ConceptTable();
  const meanings = new Meanings(code);
  const linked: { readonly path: string; readonly parts: readonly LinkedPart[] }[] = [];
  for (const document of ordered) {
    const parts = partsOf(document, records);
    for (const part of parts) for (const concept of part.concepts) concepts.add(part, concept);
    linked.push({ path: document.path, parts: parts.map((part) => linkPart(part, records, meanings)) });
    yield;
  }
  const succession = successionOf(linked.flatMap(({ parts }) => parts.flatMap(recordReferences)));
  return linked.map(({ path, parts }) => {
    const shown = parts.filter(({ part, isEmpty }) => part.isOptional !== true || !isEmpty);
    return {
      key: path,
      nodes: [...shown.map((each) => nodeOf(each, succession)), ...concepts.nodesOf(path)],
      edges: shown.flatMap(({ edges }) => edges),
      unresolved: [],
      reads: [],
    };
  });
}

interface Missed {
  readonly text: string;
  readonly line: number;
}

interface LinkedPart {
  readonly part: Part;
  readonly edges: readonly EdgeRow[];
  readonly references: readonly ResolvedReference[];
  /** Texts that name what is not there, with their lines, in order of line. */
  readonly dangling: readonly Missed[];
  /** Names that may be those of code, and of none that is there; likewise. */
  readonly unknown: readonly Missed[];
  readonly isEmpty: boolean;
}

/** What mentions mean, each text read once: documents of a project name the same things again and again. */
class Meanings {
  readonly #code: CodeWorld;
  readonly #known = new Map<string, Meaning>();

  constructor(code: CodeWorld) {
    this.#code = code;
  }

  of(mention: CodeMention, folder: string): Meaning {
    const key = keyOf(mention, folder);
    let meaning = this.#known.get(key);
    if (meaning === undefined) {
      const named = readMention(mention, folder);
      meaning = named === undefined ? 'nothing' : meaningOf(named, this.#code);
      this.#known.set(key, meaning);
    }
    return meaning;
  }
}

function keyOf({ kind, text }: CodeMention, folder: string): string {
  // Neither a path nor a kind has such a sign.
  return `${kind}\n${folder}\n${text}`;
}

function linkPart(part: Part, records: Records, meanings: Meanings): LinkedPart {
  const table = new EvidenceTable(part.id);
  const [dangling, unknown] = [new Map<string, number>(), new Map<string, number>()];
  const miss = (text: string, line: number, where = dangling): void => {
    if (!where.has(text)) where.set(text, line);
  };
  const folder = folderOf(part.path);
  for (const mention of part.mentions) {
    const meaning = meanings.of(mention, folder);
    if (meaning === 'dangling') miss(mention.text.trim(), mention.line);
    else if (meaning === 'unknown') miss(mention.text.trim(), mention.line, unknown);
    else if (meaning !== 'nothing') table.add('governs', meaning.id, { ...meaning, line: mention.line });
  }
  const references: ResolvedReference[] = [];
  for (const reference of part.references) {
    const found = records.find(part.path, reference);
    if (found === undefined) {
      const { number = '', area, line } = reference;
      const label = area === undefined ? number.padStart(4, '0') : `${area}-${number.padStart(3, '0')}`;
      if (records.isGone(part.path, reference)) miss(`ADR-${label}`, line);
    } else if (found.target.id !== part.id) {
      references.push(found);
      const { target, kind, line, source } = found;
      table.add('references', target.id, { kind, line, source, confidence: 1 });
    }
  }
  for (const { name, line } of part.concepts) {
    const id = conceptId(name);
    if (id !== undefined) table.add('defines', id, { line, source: 'exact', confidence: 1 });
  }
  const edges = table.rows();
  const isEmpty = edges.length === 0 && dangling.size === 0;
  return { part, edges, references, dangling: inOrder(dangling), unknown: inOrder(unknown), isEmpty };
}

function inOrder(missed: ReadonlyMap<string, number>): readonly Missed[] {
  return [...missed].map(([text, line]) => ({ text, line })).sort((a, b) => a.line - b.line);
}

function recordReferences({
  part: { record },
  references,
}: LinkedPart): (readonly [AdrRecord, ResolvedReference])[] {
  return record === undefined ? [] : references.map((each) => [record, each] as const);
}

function nodeOf(
  { part, dangling, unknown }: LinkedPart,
  { supersedes, supersededBy }: ReturnType<typeof successionOf>,
): NodeRow {
  const { id, name, path, line, record, properties = {}, fingerprint = '' } = part;
  const gone = dangling.map((each): PropertyValue => ({ ...each }));
  const unknownNames = unknown.map((each): PropertyValue => ({ ...each }));
  if (record === undefined) {
    return {
      id,
      type: 'config',
      name,
      path,
      line,
      fingerprint,
      properties: propertiesText({ ...properties, dangling: gone, unknown_names: unknownNames }),
    };
  }
  const { title, number, status, statusText, date, decisionSummary, principles } = record.facts;
  return {
    id,
    type: 'adr',
    name,
    path,
    line,
    fingerprint,
    properties: propertiesText({
      title,
      number: number ?? '',
      status,
      status_text: statusText,
      date: date ?? '',
      decision_summary: decisionSummary,
      principles: [...principles],
      supersedes: [...(supersedes.get(id) ?? [])],
      superseded_by: [...(supersededBy.get(id) ?? [])],
      dangling: gone,
      unknown_names: unknownNames,
    }),
  };
}
