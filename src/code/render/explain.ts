/** Why the graph says what it says, as a document: each edge, each place with its line of source, what was concluded there. */
import type { Site } from '../model.js';
import type { NodeBrief } from '../query/brief.js';
import type { ExplainAnswer, ExplainedEdge } from '../query/explain.js';
import type { Document, Item } from '../render.js';
import { edgeLine, nodeLine } from './node.js';
import { codeSpan, countOf, grouped, prose } from './text.js';

/** The text of a line of a file; undefined when the file is not as it was indexed. */
export type LineReader = (path: string, line: number) => string | undefined;

/** A line that gives what a call is made on its value, and what that line calls in turn. */
export interface SettingLine {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly calls: readonly {
    readonly id: string;
    readonly path: string;
    readonly line: number;
    readonly returns: readonly string[];
  }[];
}

/** How the reason at a site came about, by edge and reason. */
export type ChainReader = (edge: ExplainedEdge, why: string) => readonly SettingLine[];

const NO_CHAIN: ChainReader = () => [];

/** The answer of `kg-memory explain`. */
export function explainDocument(
  answer: ExplainAnswer,
  readLine: LineReader,
  outside: readonly string[] = [],
  chainOf: ChainReader = NO_CHAIN,
): Document {
  const { source, target, edges, isDirect, isToStandIns, maxDepth } = answer;
  const title = `Why ${codeSpan(source.id)} → ${codeSpan(target.id)}`;
  const items = edges.map((edge): Item => edgeItem(edge, readLine, chainOf));
  const how = isDirect
    ? `${countOf(edges.length, 'edge')} between them.`
    : isToStandIns
      ? `No edge between them: the call goes to ${standInsText(edges)} in place of ${codeSpan(target.name)}.`
      : `No edge between them; a chain of ${countOf(edges.length, 'edge')}.`;
  return {
    title,
    intro:
      edges.length === 0 ? [`Nothing joins them within ${countOf(maxDepth, 'hop')}.`, ...outside] : [how],
    sections: [{ heading: isDirect || isToStandIns ? 'Edges' : 'Chain', total: undefined }],
    items,
    offset: 0,
    total: items.length,
    unit: 'edges',
  };
}

function standInsText(edges: readonly ExplainedEdge[]): string {
  const ids = edges.map(({ target }) => codeSpan(target.id));
  return ids.length > NAMED_MAX
    ? `${ids.slice(0, NAMED_MAX).join(', ')} and ${grouped(ids.length - NAMED_MAX)} more`
    : ids.join(', ');
}

const NAMED_MAX = 8;

function edgeItem(explained: ExplainedEdge, readLine: LineReader, chainOf: ChainReader): Item {
  const { edge, source, target, sites } = explained;
  const head = `- ${edgeLine(edge)}`;
  const told = new Set<string>();
  const places = sites.flatMap((site) => {
    const lines = siteLines(source, site, readLine);
    const { why } = site;
    if (why === undefined || told.has(why)) return lines;
    told.add(why);
    return [...lines, ...chainOf(explained, why).flatMap((each) => settingLines(each))];
  });
  const ends = [`  from ${nodeLine(source).slice(2)}`, `  to ${nodeLine(target).slice(2)}`];
  return { section: 0, forms: [[head, ...ends, ...places].join('\n'), [head, ...ends].join('\n'), head] };
}

/** `set in src/shop.py:12 self.store = make_store()`, then what that calls and what comes back. */
function settingLines({ path, line, text, calls }: SettingLine): readonly string[] {
  const called = calls.flatMap(({ id, path: where, line: at, returns }) => [
    `      which calls ${codeSpan(id)} (${prose(where, 200)}:${at})${returns.length === 0 ? '' : `: ${returns.map(codeSpan).join(', ')}`}`,
  ]);
  return [`    set in ${prose(path, 200)}:${line} ${codeSpan(text)}`, ...called];
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
