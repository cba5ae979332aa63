/** What one reads before anything is chosen: what the project is made of, where its weight lies, whether it runs in circles. */
import { type Dispatch, useMemo } from 'react';
import { findCycles } from '../data/cycles.js';
import type { GraphData } from '../data/graph-data.js';
import { findHotSpots } from '../data/hot-spots.js';
import { NODE_KINDS, type NodeKind } from '../data/vocabulary.js';
import type { Theme } from '../display/palette.js';
import type { Scene } from '../display/scene.js';
import { plural } from '../state/answer.js';
import type { Action } from '../state/view-state.js';
import { NodeList } from './node-list.js';

interface Props {
  readonly data: GraphData;
  readonly scene: Scene;
  readonly theme: Theme;
  readonly dispatch: Dispatch<Action>;
  readonly onChoose: (node: number) => void;
}

/** Closed groups, those that hold most first. */
function largestGroups({ held }: Scene): readonly number[] {
  return [...held].sort(([a, most], [b, more]) => more - most || a - b).map(([node]) => node);
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

export function Overview({ data, scene, theme, dispatch, onChoose }: Props) {
  const { cycles, spots, records } = useMemo(() => summaryOf(data), [data]);
  const groups = useMemo(() => largestGroups(scene), [scene]);
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
      {groups.length > 0 && (
        <div>
          <h3 className="heading mb-1">
            Groups <span className="font-normal tabular-nums">{scene.held.size.toLocaleString('en')}</span>
          </h3>
          <p className="mb-1 text-sm text-soft">
            Packages and files stand for what they hold. Choose one and open it; Enter or a double click in
            the picture does so, too.
          </p>
          <NodeList
            data={data}
            nodes={groups}
            notes={groups.map((node) => `${(scene.held.get(node) ?? 0).toLocaleString('en')} within`)}
            theme={theme}
            onChoose={onChoose}
          />
        </div>
      )}
      {spots.length > 0 && (
        <div>
          <h3 className="heading mb-1">Hot spots</h3>
          <p className="mb-1 text-sm text-soft">
            Classes and functions with the most edges; the question of that name asks of all that is shown.
          </p>
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
