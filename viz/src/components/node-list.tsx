/** A list of nodes, the first few at once and the rest when asked for. */
import { useState } from 'react';
import type { GraphData } from '../data/graph-data.js';
import type { Theme } from '../display/palette.js';
import { NodeButton } from './node-button.js';

interface Props {
  readonly data: GraphData;
  readonly nodes: readonly number[];
  readonly notes?: readonly (string | undefined)[] | undefined;
  readonly theme: Theme;
  readonly onChoose: (node: number) => void;
}

// A screenful; more is asked for.
const SHOWN = 12;

export function NodeList({ data, nodes, notes, theme, onChoose }: Props) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? nodes : nodes.slice(0, SHOWN);
  return (
    <ul className="-mx-1.5">
      {shown.map((node, at) => (
        <li key={`${node}-${notes?.[at] ?? ''}`}>
          <NodeButton data={data} node={node} theme={theme} note={notes?.[at]} onChoose={onChoose} />
        </li>
      ))}
      {shown.length < nodes.length && (
        <li>
          <button
            type="button"
            onClick={() => setWhole(true)}
            className="px-1.5 py-0.5 text-sm text-accent hover:underline"
          >
            Show all {nodes.length.toLocaleString('en')}
          </button>
        </li>
      )}
    </ul>
  );
}
