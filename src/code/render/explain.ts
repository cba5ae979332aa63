/** Why the graph says what it says, as a document: each edge, each place with its line of source, what was concluded there. */
import type { Site } from '../model.js';
import type { NodeBrief } from '../query/brief.js';
import type { ExplainAnswer, ExplainedEdge } from '../query/explain.js';
import type { Document, Item } from '../render.js';
import { edgeLine, nodeLine } from './node.js';
import { codeSpan, countOf, prose } from './text.js';

/** The text of a line of a file; undefined when the file is not as it was indexed. */
export type LineReader = (path: string, line: number) => string | undefined;

/** The answer of `kg-memory explain`. */
export function explainDocument(
  answer: ExplainAnswer,
  readLine: LineReader,
  outside: readonly string[] = [],
): Document {
  const { source, target, edges, isDirect, maxDepth } = answer;
  const title = `Why ${codeSpan(source.id)} → ${codeSpan(target.id)}`;
  const items = edges.map((edge): Item => edgeItem(edge, readLine));
  const how = isDirect
    ? `${countOf(edges.length, 'edge')} between them.`
    : `No edge between them; a chain of ${countOf(edges.length, 'edge')}.`;
  return {
    title,
    intro:
      edges.length === 0 ? [`Nothing joins them within ${countOf(maxDepth, 'hop')}.`, ...outside] : [how],
    sections: [{ heading: isDirect ? 'Edges' : 'Chain', total: undefined }],
    items,
    offset: 0,
    total: items.length,
    unit: 'edges',
  };
}

function edgeItem({ edge, source, target, sites }: ExplainedEdge, readLine: LineReader): Item {
  const head = `- ${edgeLine(edge)}`;
  const places = sites.flatMap((site) => siteLines(source, site, readLine));
  const ends = [`  from ${nodeLine(source).slice(2)}`, `  to ${nodeLine(target).slice(2)}`];
  return { section: 0, forms: [[head, ...ends, ...places].join('\n'), [head, ...ends].join('\n'), head] };
}

function siteLines(
  { path }: NodeBrief,
  { line, resolution, kind, why }: Site,
  readLine: LineReader,
): string[] {
  const text = readLine(path, line)?.trim();
  const place = `${prose(path, 200)}:${line}`;
  const said = [
    kind === undefined ? '' : KINDS[kind],
    resolution === undefined ? '' : RESOLUTIONS[resolution],
    why === undefined ? '' : prose(why, 120),
  ].filter(Boolean);
  return [
    `  ${place}${text === undefined || text === '' ? '' : ` ${codeSpan(text)}`}`,
    ...(said.length === 0 ? [] : [`    ${said.join('; ')}`]),
  ];
}

const RESOLUTIONS: Readonly<Record<NonNullable<Site['resolution']>, string>> = {
  exact: 'exact: scope, import or order of classes leave one target',
  inferred: 'inferred: values were followed',
  candidate: 'candidate: one of several that may run',
};

const KINDS: Readonly<Record<NonNullable<Site['kind']>, string>> = {
  property: 'reading or setting it runs an accessor',
  decorator: 'a decorator is applied',
  super: 'through super()',
  implicit: 'Python makes the call by itself',
};
