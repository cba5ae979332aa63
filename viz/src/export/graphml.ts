/** A graph as GraphML (Brandes and others, 2002), which yEd, Gephi and networkx read. */

export interface GraphmlNode {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly path: string;
  readonly line: number;
  /** Of a memory: how it stands to the code; '' for code. */
  readonly state: string;
}

export interface GraphmlEdge {
  readonly source: string;
  readonly target: string;
  readonly type: string;
  readonly weight: number;
  /** Of an edge from a memory to code that is other than it was: how; else ''. */
  readonly state: string;
}

const KEYS = [
  ['name', 'node', 'string'],
  ['type', 'node', 'string'],
  ['path', 'node', 'string'],
  ['line', 'node', 'int'],
  ['state', 'node', 'string'],
  ['relation', 'edge', 'string'],
  ['edgeState', 'edge', 'string', 'state'],
  ['weight', 'edge', 'int'],
] as const satisfies readonly (readonly [string, 'node' | 'edge', string, string?])[];

export function graphml(nodes: readonly GraphmlNode[], edges: readonly GraphmlEdge[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    ...KEYS.map(
      ([name, of, type, shown = name]) =>
        `<key id="${name}" for="${of}" attr.name="${shown}" attr.type="${type}"/>`,
    ),
    '<graph edgedefault="directed">',
    ...nodes.map(
      ({ id, name, type, path, line, state }) =>
        `<node id="${escapeXml(id)}">${data('name', name)}${data('type', type)}${data('path', path)}${data('line', line)}${state === '' ? '' : data('state', state)}</node>`,
    ),
    ...edges.map(
      ({ source, target, type, weight, state }) =>
        `<edge source="${escapeXml(source)}" target="${escapeXml(target)}">${data('relation', type)}${data('weight', weight)}${state === '' ? '' : data('edgeState', state)}</edge>`,
    ),
    '</graph>',
    '</graphml>',
    '',
  ].join('\n');
}

function data(key: (typeof KEYS)[number][0], value: string | number): string {
  return `<data key="${key}">${escapeXml(String(value))}</data>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// Letters that XML 1.0 has no way to spell.
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is about them
const UNSPEAKABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text as XML may hold it. */
export function escapeXml(text: string): string {
  return text.replace(UNSPEAKABLE, '\ufffd').replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);
}
