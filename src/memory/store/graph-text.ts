/**
 * A graph as the text of its file: pretty JSON, indent 2, everything beyond ASCII escaped, in pieces that are never one
 * string. The pieces of nodes, edges and versions are remembered by the value itself, since a change makes a new value: a
 * write costs what has changed and the joining, whatever the size of the graph.
 *
 * The shape is `{ nodes, edges, _meta }` as earlier versions wrote it; `_meta` has `schema`, `seq`, `journal` and `log` besides, and
 * what we do not know stays where it was found. It does not read: see `graph-parse.ts`.
 */
import { plainMeta } from '../graph-file.js';
import type { MemoryGraph } from '../model.js';

// A piece is a line or two; joined, they cost their reader little.
const CHUNK_CHARS = 64 * 1024;

/** Writes graphs; one for each store, so that memory goes with it. */
export class GraphText {
  readonly #pieces = new WeakMap<object, { readonly key: string | undefined; readonly text: string }>();

  /** The whole file; `journal` is the number of the last record in it. The graph is a value, so the pieces stay right while others change what they like. */
  *chunks(graph: MemoryGraph, journal: number): Generator<string> {
    let chunk = '';
    for (const piece of this.#parts(graph, journal)) {
      chunk += piece;
      if (chunk.length < CHUNK_CHARS) continue;
      yield chunk;
      chunk = '';
    }
    yield chunk;
  }

  *#parts(graph: MemoryGraph, journal: number): Generator<string> {
    yield '{\n  "nodes": ';
    yield* this.#map(graph.nodes, '    ');
    yield ',\n  "edges": ';
    yield* this.#map(graph.edges, '    ');
    yield ',\n  "_meta": {\n    "versions": ';
    yield* this.#map(graph.versions, '      ');
    if (graph.progress.size > 0) {
      yield ',\n    "progress": ';
      yield* this.#map(graph.progress, '      ');
    }
    for (const [key, value] of Object.entries({ ...plainMeta(graph), journal })) {
      yield `,\n    ${asciiJson(key)}: ${pretty(value, '    ')}`;
    }
    yield ',\n    "log": ';
    yield* this.#list(graph.log, '      ');
    yield '\n  }';
    for (const [key, value] of Object.entries(graph.extraTop)) {
      yield `,\n  ${asciiJson(key)}: ${pretty(value, '  ')}`;
    }
    yield '\n}\n';
  }

  *#map(map: ReadonlyMap<string, object>, indent: string): Generator<string> {
    if (map.size === 0) return yield '{}';
    let open = '{\n';
    for (const [key, value] of map) {
      yield `${open}${this.#piece(key, value, indent)}`;
      open = ',\n';
    }
    return yield `\n${indent.slice(2)}}`;
  }

  *#list(list: readonly object[], indent: string): Generator<string> {
    if (list.length === 0) return yield '[]';
    let open = '[\n';
    for (const value of list) {
      yield `${open}${indent}${this.#piece(undefined, value, indent)}`;
      open = ',\n';
    }
    return yield `\n${indent.slice(2)}]`;
  }

  /** A value has one indent for all its life; a version may stand under two keys, of which one is remembered. */
  #piece(key: string | undefined, value: object, indent: string): string {
    const known = this.#pieces.get(value);
    if (known !== undefined && known.key === key) return known.text;
    const json = pretty(value, indent);
    const text = key === undefined ? json : `${indent}${asciiJson(key)}: ${json}`;
    this.#pieces.set(value, { key, text });
    return text;
  }
}

/** JSON with indent 2, its further lines moved in; line ends inside of strings are escaped, so the rest are its own. */
export function pretty(value: unknown, indent: string): string {
  return escapeNonAscii(JSON.stringify(value, null, 2) ?? 'null').replaceAll('\n', `\n${indent}`);
}

/** JSON on one line, all ASCII. */
export function asciiJson(value: unknown): string {
  return escapeNonAscii(JSON.stringify(value) ?? 'null');
}

function escapeNonAscii(json: string): string {
  return json.replace(NON_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

// By code unit, so that a pair becomes two escapes and a lone half survives as what it is.
const NON_ASCII = /[\u007f-\uffff]/g;
