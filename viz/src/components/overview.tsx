/** What one reads before anything is chosen: what the project is made of, where its weight lies, whether it runs in circles. */
import { type Dispatch, useMemo } from 'react';
import { findCycles } from '../data/cycles.js';
import type { GraphData } from '../data/graph-data.js';
import { findHotSpots } from '../data/hot-spots.js';
import { NODE_KINDS, type NodeKind } from '../data/vocabulary.js';
import type { Theme } from '../display/palette.js';
import { plural } from '../state/answer.js';
import type { Action } from '../state/view-state.js';
import { NodeList } from './node-list.js';

interface Props {
  readonly data: GraphData;
  readonly theme: Theme;
  readonly dispatch: Dispatch<Action>;
  readonly onChoose: (node: number) => void;
}

function summaryOf(data: GraphData) {
  return {
    cycles: findCycles(data),
    spots: findHotSpots(data, CODE).slice(0, SPOTS),
    records: [...data.kinds.keys()].filter((node) => NODE_KINDS[data.kinds[node] ?? 0] === 'adr'),
  };
}

const SPOTS = 8;
const CODE: ReadonlySet<NodeKind> = new Set<NodeKind>(['class', 'function']);

export function Overview({ data, theme, dispatch, onChoose }: Props) {
  const { cycles, spots, records } = useMemo(() => summaryOf(data), [data]);
  return (
    <section aria-label="Overview" className="flex flex-col gap-4 p-3">
      <div>
        <h2 className="text-base font-semibold break-words">{data.name}</h2>
        <p className="text-sm text-soft">
          Click a node to see what it is. Drag to move, scroll to zoom, / to search.
        </p>
      </div>
      <div>
        <h3 className="heading mb-1">Cycles</h3>
        {cycles.length === 0 ? (
          <p className="text-sm">None among packages and files.</p>
        ) : (
          <button
            type="button"
            onClick={() => dispatch({ do: 'ask', question: { kind: 'cycles' } })}
            className="text-left text-sm text-accent hover:underline"
          >
            {plural(cycles.length, 'cycle')} among packages and files
          </button>
        )}
      </div>
      {spots.length > 0 && (
        <div>
          <h3 className="heading mb-1">Where most meets</h3>
          <NodeList
            data={data}
            nodes={spots}
            notes={spots.map((node) => plural(data.degrees[node] ?? 0, 'edge'))}
            theme={theme}
            onChoose={onChoose}
          />
        </div>
      )}
      {records.length > 0 && (
        <div>
          <h3 className="heading mb-1">
            Decision records <span className="font-normal tabular-nums">{records.length}</span>
          </h3>
          <NodeList data={data} nodes={records} theme={theme} onChoose={onChoose} />
        </div>
      )}
    </section>
  );
}
