/**
 * From what a model read in documents to nodes and edges of their segments. Deterministic and idempotent: the same extractions
 * give the same ids and rows. What the structure says wins: an edge that is there keeps its evidence.
 *
 * A path or name that the model gives is looked up as if the document had it as a code span. What leads to no one piece of code
 * makes no edge and is listed on the document's node as `unknown_names`.
 */
import { folderOf } from '../../kernel/paths.js';
import { meaningOf, namesIn, type Sources } from '../documents/govern.js';
import { type Named, readMention } from '../documents/mention.js';
import { type EdgeRow, extractedId, type NodeRow, type Properties, type Segment } from '../model.js';
import { propertiesText } from '../resolve/link-file.js';
import type { FoundExtraction } from './model-cache.js';

/** Extractions by the path of the document. */
export type Readings = ReadonlyMap<string, FoundExtraction>;

/** What the model's part of the graph is. */
export interface Merged {
  /** The documents' segments, in their order. */
  readonly segments: readonly Segment[];
  /** Code that puts decisions into practice. Their sources stand in other segments. */
  readonly implementations: readonly EdgeRow[];
}

/** The simple names that the code has to be searched for. */
export function namesInReadings(readings: Readings): Set<string> {
  const wanted = new Set<string>();
  for (const [path, { extraction }] of readings) {
    const written = [
      ...extraction.governs.map(({ path: code }) => code),
      ...extraction.implements.map(({ code }) => code),
    ];
    for (const text of written) {
      const named = namedBy(text, path);
      if (named !== undefined) for (const name of namesIn(named)) wanted.add(name);
    }
  }
  return wanted;
}

/** Puts extractions into the segments of their documents. */
export function mergeReadings(segments: readonly Segment[], readings: Readings, code: Sources): Merged {
  const implementations: EdgeRow[] = [];
  const merged = segments.map((segment) => {
    const host = hostOf(segment);
    const reading = readings.get(host?.path ?? segment.key);
    if (reading === undefined || host === undefined) return segment;
    const merge = new Merge(segment, host, { reading, code });
    implementations.push(...merge.implementations());
    return merge.run();
  });
  return { segments: merged, implementations };
}

/** The node that stands for a document: its record, the first section of instructions, the file of a docstring. */
function hostOf({ nodes }: Segment): NodeRow | undefined {
  const hosts = nodes.filter(({ type }) => type === 'adr' || type === 'config' || type === 'file');
  return hosts.find(({ type }) => type !== 'config') ?? hosts.sort((a, b) => a.line - b.line)[0];
}

function namedBy(written: string, path: string): Named | undefined {
  const text = written.replace(/^`+|`+$/g, '');
  return readMention({ kind: 'code', text, line: 0 }, folderOf(path));
}

interface Given {
  readonly reading: FoundExtraction;
  readonly code: Sources;
}

class Merge {
  readonly #segment: Segment;
  readonly #host: NodeRow;
  readonly #reading: FoundExtraction;
  readonly #code: Sources;
  /** The id under which what is said counts as said: a section may get another name, its document stays. */
  readonly #document: string;
  readonly #unknown = new Set<string>();
  readonly #nodes = new Map<string, NodeRow>();
  readonly #edges = new Map<string, EdgeRow>();

  constructor(segment: Segment, host: NodeRow, { reading, code }: Given) {
    this.#segment = segment;
    this.#host = host;
    this.#reading = reading;
    this.#code = code;
    this.#document = host.type === 'config' ? `config:${host.path}` : host.id;
  }

  run(): Segment {
    const { decisions, concepts, tradeOffs, governs } = this.#reading.extraction;
    for (const { statement, rationale, confidence, line } of decisions) {
      const id = this.#decisionId(statement);
      this.#add({ id, type: 'decision', name: statement, line }, { statement, rationale, confidence });
      this.#link(id, 'decided_in', this.#sectionAt(line).id, confidence);
    }
    for (const { name, definition, category, line } of concepts) {
      const id = extractedId('concept', this.#document, name);
      const section = this.#sectionAt(line).id;
      const said = definition === '' ? {} : { definitions: { [section]: definition } };
      this.#add({ id, type: 'concept', name, line }, { ...said, category });
      this.#link(section, 'defines', id);
    }
    for (const { chosen, rejected, reasoning, line } of tradeOffs) {
      const id = extractedId('trade_off', this.#document, chosen, rejected);
      this.#add(
        { id, type: 'trade_off', name: `${chosen} over ${rejected}`, line },
        { chosen, rejected, reasoning },
      );
      this.#link(id, 'considered', this.#sectionAt(line).id);
    }
    for (const { path, line } of governs) {
      const found = this.#find(path);
      if (found !== undefined) this.#link(this.#sectionAt(line).id, 'governs', found.id, found.confidence);
    }
    for (const { code } of this.#reading.extraction.implements) this.#find(code);
    const { nodes, edges, ...rest } = this.#segment;
    const present = new Set(edges.map(keyOf));
    const own = nodes.map((node) => (node.id === this.#host.id ? this.#describedHost() : node));
    const added = [...this.#edges].filter(([key]) => !present.has(key)).map(([, edge]) => edge);
    return { ...rest, nodes: [...own, ...this.#nodes.values()], edges: [...edges, ...added] };
  }

  implementations(): EdgeRow[] {
    const { decisions, implements: implemented } = this.#reading.extraction;
    return implemented.flatMap(({ code, decision }): EdgeRow[] => {
      const found = this.#find(code);
      const statement = decisions[decision]?.statement;
      if (found === undefined || statement === undefined) return [];
      const detail = JSON.stringify({ confidence: found.confidence, source: 'llm' });
      return [{ source: found.id, type: 'implements', target: this.#decisionId(statement), detail }];
    });
  }

  #decisionId(statement: string): string {
    return extractedId('decision', this.#document, statement);
  }

  /** The node for what a document says at a line: of instructions the section. */
  #sectionAt(line: number): NodeRow {
    if (this.#host.type !== 'config') return this.#host;
    const sections = this.#segment.nodes.filter(
      (node) => node.type === 'config' && node.line <= this.#placed(line),
    );
    return sections.sort((a, b) => b.line - a.line)[0] ?? this.#host;
  }

  /** A line of an earlier text may be anywhere. */
  #placed(line: number): number {
    return line === 0 || this.#reading.isOutdated ? this.#host.line : line;
  }

  #add(node: Pick<NodeRow, 'id' | 'type' | 'name' | 'line'>, properties: Properties): void {
    if (this.#nodes.has(node.id)) return;
    const { model, prompt, isOutdated } = this.#reading;
    const provenance = { source: 'llm', model, prompt_version: prompt, outdated: isOutdated };
    this.#nodes.set(node.id, {
      ...node,
      path: this.#host.path,
      line: this.#placed(node.line),
      properties: propertiesText({ ...properties, ...provenance }),
    });
  }

  #link(source: string, type: EdgeRow['type'], target: string, confidence = 1): void {
    const edge = { source, type, target, detail: JSON.stringify({ confidence, source: 'llm' }) };
    if (!this.#edges.has(keyOf(edge))) this.#edges.set(keyOf(edge), edge);
  }

  #find(written: string): { readonly id: string; readonly confidence: number } | undefined {
    const named = namedBy(written, this.#host.path);
    const meaning = named === undefined ? 'nothing' : meaningOf(named, this.#code);
    if (typeof meaning === 'object') return meaning;
    this.#unknown.add(written);
    return undefined;
  }

  /** The document's own node with what belongs to it as a whole. */
  #describedHost(): NodeRow {
    const { model, prompt, isOutdated, extraction } = this.#reading;
    const properties = JSON.parse(this.#host.properties) as Properties;
    const written = Array.isArray(properties.principles) ? properties.principles : [];
    const principles = [...new Set([...written, ...extraction.principles])];
    const read = { model, prompt_version: prompt, ...(isOutdated && { outdated: true }) };
    const added = { principles, read_by: read, unknown_names: [...this.#unknown].sort() };
    return { ...this.#host, properties: propertiesText({ ...properties, ...added }) };
  }
}

function keyOf({ source, type, target }: EdgeRow): string {
  return `${source}\n${type}\n${target}`;
}
