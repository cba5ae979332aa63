/** What is shown: presets, kinds of nodes and edges with their counts, layers; and the questions that need no node. */
import { type Dispatch, useMemo } from 'react';
import type { GraphData } from '../data/graph-data.js';
import { STANDING_NAMES, STANDINGS } from '../data/standing.js';
import { EDGE_KINDS, EDGE_NAMES, KIND_NAMES, LAYERS, type Layer, NODE_KINDS } from '../data/vocabulary.js';
import { mix, PALETTES, type Theme } from '../display/palette.js';
import { PRESET_NAMES, PRESETS } from '../state/presets.js';
import type { Action, Question, ViewState } from '../state/view-state.js';
import { KindIcon } from './kind-icon.js';

interface Props {
  readonly data: GraphData;
  readonly view: ViewState;
  readonly theme: Theme;
  readonly dispatch: Dispatch<Action>;
  readonly onPreset: (preset: (typeof PRESET_NAMES)[number]) => void;
}

const LAYER_NAMES: Readonly<Record<Layer, string>> = {
  code: 'Code',
  project: "Project's memory",
  user: "User's memory",
};

export function FilterPanel({ data, view, theme, dispatch, onPreset }: Props) {
  const { nodeCounts, edgeCounts, layerCounts, testCount } = useMemo(() => countsOf(data), [data]);
  const edgeColors = PALETTES[theme].edges;
  return (
    <div className="flex flex-col gap-4 p-3">
      <fieldset>
        <legend className="heading mb-1.5">View</legend>
        <div className="grid grid-cols-2 gap-1.5">
          {PRESET_NAMES.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={view.preset === name}
              title={PRESETS[name].about}
              onClick={() => onPreset(name)}
              className="btn aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-ink"
            >
              {PRESETS[name].name}
            </button>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="heading mb-1.5">Ask</legend>
        <div className="grid grid-cols-2 gap-1.5">
          {QUESTIONS.filter(({ kind }) => kind !== 'stale' || data.memories.size > 0).map(
            ({ kind, name }) => (
              <button
                key={kind}
                type="button"
                aria-pressed={view.question?.kind === kind}
                onClick={() =>
                  dispatch({ do: 'ask', question: view.question?.kind === kind ? undefined : { kind } })
                }
                className="btn aria-pressed:border-accent aria-pressed:bg-accent-soft"
              >
                {name}
              </button>
            ),
          )}
        </div>
      </fieldset>
      {data.memories.size > 0 && (
        <fieldset>
          <legend className="heading mb-1">Layers</legend>
          {LAYERS.map((layer, at) => (
            <Check
              key={layer}
              name={LAYER_NAMES[layer]}
              count={layerCounts[at] ?? 0}
              isOn={view.layers.has(layer)}
              onToggle={() => dispatch({ do: 'toggle-layer', layer })}
            />
          ))}
        </fieldset>
      )}
      <fieldset>
        <legend className="heading mb-1">Nodes</legend>
        {NODE_KINDS.map(
          (kind, at) =>
            (nodeCounts[at] ?? 0) > 0 && (
              <Check
                key={kind}
                name={KIND_NAMES[kind]}
                count={nodeCounts[at] ?? 0}
                isOn={view.nodeKinds.has(kind)}
                onToggle={() => dispatch({ do: 'toggle-node-kind', kind })}
                icon={<KindIcon kind={kind} theme={theme} />}
              />
            ),
        )}
        {testCount > 0 && (
          <Check
            name="Tests"
            count={testCount}
            isOn={view.tests}
            onToggle={() => dispatch({ do: 'toggle-tests' })}
          />
        )}
        <Check
          name="Joined ones only"
          isOn={view.connectedOnly}
          onToggle={() => dispatch({ do: 'toggle-connected-only' })}
        />
      </fieldset>
      {data.memories.size > 0 && <Standings data={data} theme={theme} />}
      <fieldset>
        <legend className="heading mb-1">Edges</legend>
        {EDGE_KINDS.map(
          (kind, at) =>
            (edgeCounts[at] ?? 0) > 0 && (
              <Check
                key={kind}
                name={EDGE_NAMES[kind].name}
                count={edgeCounts[at] ?? 0}
                isOn={view.edgeKinds.has(kind)}
                onToggle={() => dispatch({ do: 'toggle-edge-kind', kind })}
                icon={
                  <svg viewBox="0 0 16 16" className="size-3.5 shrink-0" aria-hidden="true">
                    <path
                      d="M0 8h16"
                      strokeWidth="2.5"
                      stroke={mix(edgeColors[at] ?? '#888888', '#888888', 0.1)}
                    />
                  </svg>
                }
              />
            ),
        )}
      </fieldset>
    </div>
  );
}

/** What becomes of memories when their code does: the shapes, what they mean, and how many there are. */
function Standings({ data, theme }: Pick<Props, 'data' | 'theme'>) {
  const counts = STANDINGS.map((_, at) =>
    [...data.memories.keys()].reduce((sum, node) => sum + Number(data.standings[node] === at), 0),
  );
  return (
    <div>
      <h3 className="heading mb-1">Memories</h3>
      <ul aria-label="Memories and their code">
        {STANDINGS.map((standing, at) => (
          <li key={standing} className="flex items-center gap-2 py-0.5 text-sm">
            <KindIcon kind="memory" theme={theme} standing={standing} />
            <span className="min-w-0 truncate">{STANDING_NAMES[standing]}</span>
            <span className="ml-auto text-xs text-soft tabular-nums">{counts[at]?.toLocaleString('en')}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const QUESTIONS: readonly {
  readonly kind: Extract<Question['kind'], 'cycles' | 'hot' | 'stale'>;
  readonly name: string;
}[] = [
  { kind: 'cycles', name: 'Cycles' },
  { kind: 'hot', name: 'Hot spots' },
  { kind: 'stale', name: 'Stale memories' },
];

interface CheckProps {
  readonly name: string;
  readonly count?: number;
  readonly isOn: boolean;
  readonly onToggle: () => void;
  readonly icon?: React.ReactNode;
}

function Check({ name, count, isOn, onToggle, icon }: CheckProps) {
  return (
    <label className="-mx-1 flex cursor-pointer items-center gap-2 rounded px-1 py-0.5 text-sm hover:bg-raised">
      <input type="checkbox" checked={isOn} onChange={onToggle} className="size-3.5 accent-(--accent)" />
      {icon}
      <span className="min-w-0 truncate">{name}</span>
      {count !== undefined && (
        <span className="ml-auto text-xs text-soft tabular-nums">{count.toLocaleString('en')}</span>
      )}
    </label>
  );
}

function countsOf({ kinds, edgeKinds, layers, tests }: GraphData) {
  return {
    nodeCounts: countEach(kinds, NODE_KINDS.length),
    edgeCounts: countEach(edgeKinds, EDGE_KINDS.length),
    layerCounts: countEach(layers, LAYERS.length),
    testCount: tests.reduce((sum, isTest) => sum + isTest, 0),
  };
}

function countEach(column: Uint8Array, kinds: number): readonly number[] {
  const counts = new Array<number>(kinds).fill(0);
  for (const kind of column) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
