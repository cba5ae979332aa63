/**
 * What one file's facts say without any other file: its definitions and what contains what. The graph made of outlines
 * answers while a first index is still being linked; it has no imports, calls or bases, and never claims to.
 */
import type { Facts } from './facts.js';
import { definitionId, type EdgeRow, fileId, type NodeRow, type Segment } from './model.js';
import { propertiesText } from './resolve/link-file.js';

export function outlineSegment(facts: Facts): Segment {
  const { path, definitions } = facts;
  const ids = definitions.map(({ kind, qualname }) => definitionId(kind, path, qualname));
  const edges: EdgeRow[] = [];
  for (const [i, { parent, isMethod }] of definitions.entries()) {
    const id = ids[i] ?? '';
    const around = parent < 0 ? fileId(path) : (ids[parent] ?? '');
    edges.push({ source: around, target: id, type: 'contains', detail: '' });
    if (isMethod) edges.push({ source: id, target: around, type: 'method_of', detail: '' });
  }
  return {
    key: path,
    nodes: [fileRow(facts), ...definitionRows(facts, ids)],
    edges,
    unresolved: [],
    reads: [],
  };
}

function fileRow({ path, language, lines, docstring, fingerprint }: Facts): NodeRow {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return {
    id: fileId(path),
    type: 'file',
    name,
    path,
    line: 1,
    fingerprint,
    properties: propertiesText({ language, lines, docstring }),
  };
}

function definitionRows({ path, definitions }: Facts, ids: readonly string[]): NodeRow[] {
  return definitions.map((definition, i) => ({
    id: ids[i] ?? '',
    type: definition.kind,
    name: definition.name,
    path,
    line: definition.line,
    fingerprint: definition.fingerprint,
    properties: propertiesText({
      end_line: definition.endLine,
      async: definition.isAsync,
      bases: definition.bases,
      params: definition.params,
      returns: definition.returns,
      decorators: definition.decorators,
      docstring: definition.docstring,
    }),
  }));
}
