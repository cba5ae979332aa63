/** What `kg-memory verify` says to people: whether the index equals a fresh build, and the first differences. */
import type { Difference, EdgeName, Side } from '../code/query/compare.js';
import { codeSpan, countOf, grouped } from '../code/render/text.js';

export interface Verification {
  readonly root: string;
  /** Of the index. */
  readonly nodes: number;
  readonly edges: number;
  /** What was wrong with the index that was found, which was not used. */
  readonly damage?: string;
  /** All of them; `first` are the first. */
  readonly differences: number;
  readonly first: readonly Difference[];
}

const NAMES: Readonly<Record<Side, string>> = { left: 'the index', right: 'a fresh build' };
// A docstring that differs is recognised by its beginning.
const VALUE_CHARS_MAX = 100;

/** Markdown. */
export function verifyText({ root, nodes, edges, damage, differences, first }: Verification): string {
  const size = `${countOf(nodes, 'node')} and ${countOf(edges, 'edge')}`;
  if (damage !== undefined && differences === 0) {
    return [
      `# The index of ${codeSpan(root)} was damaged`,
      `What was kept could not be used: ${damage}. It was built anew, and that equals a fresh build: ${size}.`,
    ].join('\n');
  }
  if (differences === 0) {
    return `# Verified ${codeSpan(root)}\nThe index equals a fresh build: ${size}, no difference.`;
  }
  const more = differences - first.length;
  return [
    `# ${codeSpan(root)} is not as indexed`,
    `The index (${size}) differs from a fresh build in ${countOf(differences, 'place')}:`,
    ...first.map((each) => `- ${differenceText(each)}`),
    ...(more > 0 ? [`- and ${grouped(more)} more (--limit)`] : []),
    '',
    'kg-memory reindex makes it anew. An index that was not up to date by itself is a fault of kg-memory: please report it.',
  ].join('\n');
}

function differenceText(difference: Difference): string {
  switch (difference.kind) {
    case 'node':
      return `node ${codeSpan(difference.node)} is only in ${NAMES[difference.only]}`;
    case 'edge':
      return `edge ${edgeText(difference.edge)} is only in ${NAMES[difference.only]}`;
    case 'node-property':
      return `node ${codeSpan(difference.node)}: ${propertyText(difference)}`;
    case 'edge-property':
      return `edge ${edgeText(difference.edge)}: ${propertyText(difference)}`;
  }
}

function edgeText({ source, type, target }: EdgeName): string {
  return codeSpan(`${source} --[${type}]--> ${target}`);
}

function propertyText({
  property,
  left,
  right,
}: {
  property: string;
  left: unknown;
  right: unknown;
}): string {
  return `${property} is ${valueText(left)} in ${NAMES.left}, ${valueText(right)} in ${NAMES.right}`;
}

function valueText(value: unknown): string {
  if (value === undefined) return 'absent';
  const text = JSON.stringify(value);
  return codeSpan(text.length > VALUE_CHARS_MAX ? `${text.slice(0, VALUE_CHARS_MAX)}…` : text);
}
