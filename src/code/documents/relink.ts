/**
 * When documents have to be linked again, and what of their segments is new. They are linked all at once: that takes
 * milliseconds for hundreds of them, and nothing has to be remembered of what each of them looked at. An edit that leaves the
 * same definitions where they were costs a comparison of ids.
 */
import { createHash } from 'node:crypto';
import type { SegmentedView } from '../graph.js';
import type { Segment } from '../model.js';
import { codeNames } from './code-names.js';
import { type Document, linkDocuments, wantedNames } from './link.js';

/** What a run has made of the code, and the graph before it; that is absent when everything is made anew. */
export interface CodeChange {
  readonly replaced: readonly Segment[];
  readonly removed: readonly string[];
  readonly before: SegmentedView | undefined;
}

/** The segments of documents that are other than before, in order of path. */
export function* relinkDocuments(
  documents: readonly Document[],
  { replaced, removed, before }: CodeChange,
  outside: ReadonlySet<string>,
): Generator<void, Segment[], void> {
  if (documents.length === 0) return [];
  const wanted = wantedNames(documents);
  yield;
  const gone = new Set([...replaced.map(({ key }) => key), ...removed]);
  const names = codeNames(wanted, replaced, before && { view: before, gone });
  yield;
  const segments = yield* linkDocuments(documents, { names, outside });
  if (before === undefined) return segments;
  return segments.filter((segment) => textOf(segment) !== textOf(before.segment(segment.key)));
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

/** Stands for a list of paths. */
export function hashOfPaths(paths: readonly string[]): string {
  return createHash('sha256').update(paths.join('\n')).digest('hex').slice(0, 16);
}

/** The same for equal segments, whatever the order of their rows. */
function textOf(segment: Segment | undefined): string {
  if (segment === undefined) return '';
  const rows = [
    ...segment.nodes.map(({ id, type, name, path, line, properties }) =>
      JSON.stringify([id, type, name, path, line, properties]),
    ),
    ...segment.edges.map(({ source, type, target, detail }) =>
      JSON.stringify([source, type, target, detail]),
    ),
  ];
  return rows.sort().join('\n');
}
