/** What a node is joined to, grouped by kind of edge and direction; lines and reasons where the server has told them. */
import type { EdgeBrief } from '../../../src/serve/viz/wire.js';
import { edgesIn, edgesOut, type GraphData } from '../data/graph-data.js';
import { EDGE_KINDS, EDGE_NAMES } from '../data/vocabulary.js';
import type { Theme } from '../display/palette.js';
import { NodeList } from './node-list.js';

interface Props {
  readonly data: GraphData;
  readonly node: number;
  readonly briefs: readonly EdgeBrief[];
  readonly theme: Theme;
  readonly onChoose: (node: number) => void;
}

interface Group {
  readonly title: string;
  readonly nodes: number[];
  readonly notes: (string | undefined)[];
}

export function Connections({ data, node, briefs, theme, onChoose }: Props) {
  const groups = groupsOf(data, node, briefs);
  if (groups.length === 0) return <p className="text-sm text-soft">It is joined to nothing.</p>;
  return groups.map(({ title, nodes, notes }) => (
    <details key={title} open className="mb-1">
      <summary className="heading py-1">
        {title} <span className="font-normal tabular-nums">{nodes.length.toLocaleString('en')}</span>
      </summary>
      <NodeList data={data} nodes={nodes} notes={notes} theme={theme} onChoose={onChoose} />
    </details>
  ));
}

function groupsOf(data: GraphData, node: number, briefs: readonly EdgeBrief[]): readonly Group[] {
  const known = new Map(briefs.map((brief) => [`${brief.source} ${brief.type} ${brief.target}`, brief]));
  const groups: Group[] = [];
  EDGE_KINDS.forEach((kind, code) => {
    // Containment says the same in the other direction.
    if (kind === 'method_of') return;
    for (const way of ['in', 'out'] as const) {
      const edges = way === 'out' ? edgesOut(data, node) : edgesIn(data, node);
      const group: Group = { title: EDGE_NAMES[kind][way], nodes: [], notes: [] };
      for (const edge of edges) {
        if (data.edgeKinds[edge] !== code) continue;
        const [from = 0, to = 0] = [data.from[edge], data.to[edge]];
        group.nodes.push(way === 'out' ? to : from);
        const brief = known.get(`${data.ids[from]} ${kind} ${data.ids[to]}`);
        group.notes.push(data.relations.get(edge) ?? noteOf(brief));
      }
      if (group.nodes.length > 0) groups.push(group);
    }
  });
  return groups;
}

/** `line 12, 30 · inferred`; what is exact needs no word. */
function noteOf(brief: EdgeBrief | undefined): string | undefined {
  if (brief === undefined || brief.type === 'contains') return undefined;
  const { lines, resolution } = brief;
  const places =
    lines.length === 0 ? '' : `line ${lines.slice(0, 3).join(', ')}${lines.length > 3 ? '…' : ''}`;
  const sure = resolution === undefined || resolution === 'exact' ? '' : resolution;
  return [places, sure].filter(Boolean).join(' · ') || undefined;
}
