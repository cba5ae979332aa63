/**
 * Citations in a text that a language model wrote: ids of nodes, records by number, and paths. Each is looked up in the graph;
 * one that is not there is marked where it stands, and those that are there are the text's sources. Names without a kind or a
 * path are prose and are not looked up.
 */
import type { GraphView, NodeRef } from '../graph.js';
import { fileId } from '../model.js';
import { resolveNode } from './resolve-node.js';

const ID = String.raw`\b(?:file|module|class|func|adr|decision|concept|trade_off|config|memory):[^\s\x60'"<>[\](){},;|*]+`;
const RECORD = String.raw`\bADR[-_ #]?\d+\b`;
const PATH = String.raw`(?<![\w./:@-])(?:[\w.-]+(?:/[\w.-]+)+\.[a-z]{1,5}|[\w-]+\.(?:pyi?|ipynb|md))\b(?::\d+(?:-\d+)?)?`;
/** A citation, and what closes the brackets or the code span around it. */
const CITATION = new RegExp(String.raw`(${ID}|${RECORD}|${PATH})([\x60\]]*)`, 'gi');
const MARK = ' (not in the graph)';

/** Reads a text line by line; what it cites is told at the end. */
export class CitationReader {
  readonly #view: GraphView;
  readonly #others: ReadonlySet<string>;
  readonly #cited = new Set<NodeRef>();
  readonly #citedOthers = new Set<string>();
  readonly #unknown = new Set<string>();
  #isInFence = false;
  #isInSources = false;

  /** `others`: ids of what was read beside the graph. */
  constructor(view: GraphView, others: ReadonlySet<string> = new Set()) {
    this.#view = view;
    this.#others = others;
  }

  /** The nodes that were cited, in order of their first mention. */
  get cited(): readonly NodeRef[] {
    return [...this.#cited];
  }

  /** What was cited of what was read beside the graph, in order of its first mention. */
  get citedOthers(): readonly string[] {
    return [...this.#citedOthers];
  }

  /** What was cited and does not exist. */
  get unknown(): readonly string[] {
    return [...this.#unknown];
  }

  /** The line with its marks; `undefined` for one of a list of sources, which is made here and not by the model. */
  line(text: string): string | undefined {
    if (/^\s*(?:```|~~~)/.test(text)) this.#isInFence = !this.#isInFence;
    if (this.#isInFence) return text;
    if (SOURCES_HEADING.test(text)) this.#isInSources = true;
    else if (/^#{1,6}\s/.test(text)) this.#isInSources = false;
    if (this.#isInSources) return undefined;
    return text.replace(CITATION, (whole, written: string, closing: string) => {
      const end = /[.:!?]+$/.exec(written)?.[0] ?? '';
      const citation = written.slice(0, written.length - end.length);
      const other = this.#otherLike(citation);
      if (other !== undefined) {
        this.#citedOthers.add(other);
        return whole;
      }
      const node = this.#find(citation);
      if (node !== undefined) {
        this.#cited.add(node);
        return whole;
      }
      this.#unknown.add(citation);
      return `${citation}${closing}${MARK}${end}`;
    });
  }

  /** An id may have blanks, and a citation ends at the first. */
  #otherLike(citation: string): string | undefined {
    if (this.#others.has(citation)) return citation;
    return [...this.#others].find((other) => other.startsWith(`${citation} `));
  }

  #find(citation: string): NodeRef | undefined {
    const view = this.#view;
    const exact = view.find(citation);
    if (exact !== undefined) return exact;
    if (/^adr/i.test(citation)) return this.#record(citation);
    return citation.includes(':') && !/:\d+(?:-\d+)?$/.test(citation) ? undefined : this.#file(citation);
  }

  #record(citation: string): NodeRef | undefined {
    const meant = resolveNode(this.#view, citation.replace(/^adr[:_ #-]*/i, 'ADR-'), { nearestMax: 0 });
    return meant.kind === 'one' && this.#view.type(meant.node) === 'adr' ? meant.node : undefined;
  }

  /** A path, with its folders or the end of it; a line has to be one of the file's. */
  #file(citation: string): NodeRef | undefined {
    const view = this.#view;
    const [path = '', lines = ''] = citation.replace(/^\.\//, '').split(':');
    const base = path.slice(path.lastIndexOf('/') + 1);
    const node =
      view.find(fileId(path)) ??
      view.inFile(path)[0] ??
      view.named(base.toLowerCase()).find((each) => {
        return view.type(each) === 'file' && `/${view.path(each)}`.endsWith(`/${path}`);
      });
    if (node === undefined || lines === '') return node;
    const { lines: count } = view.properties(node);
    const last = Math.max(...lines.split('-').map(Number));
    return typeof count === 'number' && last > count ? undefined : node;
  }
}

const SOURCES_HEADING = /^\s*(?:#{1,6}\s*|\*\*\s*)(?:sources|references|quellen)\b/i;

/** A whole text. */
export function checkCitations(
  view: GraphView,
  text: string,
  others?: ReadonlySet<string>,
): { readonly text: string; readonly reader: CitationReader } {
  const reader = new CitationReader(view, others);
  const lines = text.split('\n').flatMap((line) => reader.line(line) ?? []);
  return { text: lines.join('\n').trimEnd(), reader };
}
