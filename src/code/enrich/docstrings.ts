/**
 * Docstrings of modules as documents. What a model read in one hangs on the file's node, which stands in the segment of the code's
 * own linker; so it has a segment of its own, with a row for that node beside it (see implementations.ts).
 */
import { createHash } from 'node:crypto';
import type { SegmentedView } from '../graph.js';
import { fileId, type NodeRow, type Properties, type Segment } from '../model.js';
import { isSourceName } from '../skip-rules.js';
import type { Learned } from './learned.js';
import type { FoundExtraction } from './model-cache.js';
import type { IndexedDocument } from './plan.js';

/** A line or two names a module; what is longer explains it, and may be worth a request. */
const CHARS_MIN = 200;

/** The docstrings of a graph that are worth reading, in order of path. */
export function docstringsIn(view: SegmentedView): IndexedDocument[] {
  return view.ofType('file').flatMap((node) => {
    const { docstring } = view.properties(node);
    if (typeof docstring !== 'string' || docstring.length < CHARS_MIN) return [];
    return [{ path: view.path(node), hash: hashOf(docstring), kind: 'docstring', text: docstring }];
  });
}

/** A segment for each docstring that was read, and its reading; in order of path. */
export function docstringReadings(
  learned: Learned,
  replaced: readonly Segment[],
  before: { readonly view: SegmentedView; readonly gone: ReadonlySet<string> } | undefined,
): (readonly [Segment, FoundExtraction])[] {
  const made = new Map(replaced.map((segment) => [segment.key, segment]));
  return learned.docstringPaths().flatMap((path): (readonly [Segment, FoundExtraction])[] => {
    const docstring = docstringAt(path, made, before);
    if (docstring === undefined || docstring.length < CHARS_MIN) return [];
    const reading = learned.readingOf({ path, hash: hashOf(docstring) });
    const host: NodeRow = { id: fileId(path), type: 'file', name: '', path, line: 1, properties: '{}' };
    const segment = { key: docstringKey(path), nodes: [host], edges: [], unresolved: [], reads: [] };
    return reading === undefined ? [] : [[segment, reading]];
  });
}

function docstringAt(
  path: string,
  made: ReadonlyMap<string, Segment>,
  before: { readonly view: SegmentedView; readonly gone: ReadonlySet<string> } | undefined,
): string | undefined {
  const row = made.get(path)?.nodes.find(({ id }) => id === fileId(path));
  if (row !== undefined) return docstringOf(JSON.parse(row.properties) as Properties);
  const node = before === undefined || before.gone.has(path) ? undefined : before.view.find(fileId(path));
  return node === undefined ? undefined : docstringOf(before?.view.properties(node) ?? {});
}

function docstringOf({ docstring }: Properties): string | undefined {
  return typeof docstring === 'string' ? docstring : undefined;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const PREFIX = '\uffffdocstring:';

function docstringKey(path: string): string {
  return `${PREFIX}${path}`;
}

/** Whether a segment is one of these. */
export function isDocstringKey(key: string): boolean {
  return key.startsWith(PREFIX) && isSourceName(key);
}
