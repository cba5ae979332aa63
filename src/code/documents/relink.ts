/**
 * When documents have to be linked again, and what of their segments is new. They are linked all at once: that takes
 * milliseconds for hundreds of them, and nothing has to be remembered of what each of them looked at. An edit that leaves the
 * same definitions where they were costs a comparison of ids.
 */
import { docstringReadings, isDocstringKey } from '../enrich/docstrings.js';
import { IMPLEMENTATIONS_KEY, implementationsSegment } from '../enrich/implementations.js';
import type { Learned } from '../enrich/learned.js';
import { mergeReadings, namesInReadings } from '../enrich/merge.js';
import { type CodeSegments, reconcileDocuments } from '../enrich/reconcile-documents.js';
import type { SegmentedView } from '../graph.js';
import type { Segment } from '../model.js';
import { codeNames, segmentKeyOf } from './code-names.js';
import { type Document, linkDocuments, wantedNames } from './link.js';

/** What a run has made of the code, and the graph before it; that is absent when everything is made anew. */
export interface CodeChange {
  readonly replaced: readonly Segment[];
  readonly removed: readonly string[];
  readonly before: SegmentedView | undefined;
}

/** What is other than before. */
export interface RelinkedDocuments {
  readonly replaced: readonly Segment[];
  /** Keys of segments that are gone; documents themselves are not among them. */
  readonly removed: readonly string[];
}

/** A document and what was made of its bytes. */
export interface HashedDocument extends Document {
  /** SHA-256 of its bytes. */
  readonly hash: string;
}

/** What documents are linked with beside the code. */
export interface Surroundings {
  /** Source files that are there and not indexed. */
  readonly outside: ReadonlySet<string>;
  readonly learned: Learned;
}

/** Links all documents, with what was learned of them, among each other and with the code; what has changed, in order of path. */
export function* relinkDocuments(
  documents: readonly HashedDocument[],
  { replaced, removed, before }: CodeChange,
  { outside, learned }: Surroundings,
): Generator<void, RelinkedDocuments, void> {
  const gone = new Set([...replaced.map(({ key }) => key), ...removed]);
  const graphBefore = before && { view: before, gone };
  const docstrings = docstringReadings(learned, replaced, graphBefore);
  const readings = new Map([
    ...documents.flatMap((each) => pairWith(each.path, learned.readingOf(each))),
    ...docstrings.map(([{ nodes }, reading]) => [nodes[0]?.path ?? '', reading] as const),
  ]);
  const wanted = new Set([...wantedNames(documents), ...namesInReadings(readings)]);
  yield;
  const names = codeNames(wanted, replaced, graphBefore);
  yield;
  const linked = yield* linkDocuments(documents, { names, outside });
  const merged = mergeReadings([...linked, ...docstrings.map(([segment]) => segment)], readings, {
    names,
    outside,
  });
  const isGone: CodeSegments['isGone'] = (type, id, path) => gone.has(segmentKeyOf(type, id, path));
  const segments = yield* reconcileDocuments(merged.segments, { replaced, before, isGone }, learned);
  const implementations = implementationsSegment(merged.implementations);
  const all = implementations === undefined ? segments : [...segments, implementations];
  if (before === undefined) return { replaced: all, removed: [] };
  const keys = new Set(all.map(({ key }) => key));
  const isOurs = (key: string): boolean => key === IMPLEMENTATIONS_KEY || isDocstringKey(key);
  return {
    replaced: all.filter((segment) => textOf(segment) !== textOf(before.segment(segment.key))),
    removed: before.segmentKeys().filter((key) => isOurs(key) && !keys.has(key)),
  };
}

function pairWith<T>(path: string, found: T | undefined): (readonly [string, T])[] {
  return found === undefined ? [] : [[path, found]];
}

/** Whether files, classes, functions or packages have come or gone. */
export function hasOtherDefinitions({ replaced, removed, before }: CodeChange): boolean {
  if (before === undefined || removed.length > 0) return true;
  return replaced.some(({ key, nodes }) => {
    if (key.endsWith('/')) return nodes.some(({ id }) => before.find(id) === undefined);
    const known = new Set<string>();
    for (const node of before.inFile(key)) {
      const type = before.type(node);
      if (type === 'class' || type === 'function' || type === 'file') known.add(before.id(node));
    }
    return known.size !== nodes.length || nodes.some(({ id }) => !known.has(id));
  });
}

/** The same for equal segments, whatever the order of their rows. */
function textOf(segment: Segment | undefined): string {
  if (segment === undefined) return '';
  const rows = [
    ...segment.nodes.map(({ id, type, name, path, line, properties, fingerprint }) =>
      JSON.stringify([id, type, name, path, line, properties, fingerprint]),
    ),
    ...segment.edges.map(({ source, type, target, detail }) =>
      JSON.stringify([source, type, target, detail]),
    ),
  ];
  return rows.sort().join('\n');
}
